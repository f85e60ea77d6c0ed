'use client';
import 'stacks-wallet-elements/define/ft-metadata-card';
import 'stacks-wallet-elements/define/wallet-account';
import 'stacks-wallet-elements/define/wallet-connect-button';
import 'stacks-wallet-elements/define/wallet-context';
import 'stacks-wallet-elements/define/wallet-request-button';
import type {} from 'stacks-wallet-elements/tags/react';

const TOKEN = 'SP3K8BC0PPEVCV7NZ6QSRWPQ2JE9E5B6N3PA0KBR9.age000-governance-token';

// JSON, since React does not set objects as properties while it hydrates an element.
const PARAMS = JSON.stringify({ message: 'Hello' });

export function Elements() {
  return (
    <wallet-context>
      <wallet-connect-button />
      <wallet-account inline />
      <wallet-request-button method="stx_signMessage" params={PARAMS}>
        Sign “Hello”
      </wallet-request-button>
      <ft-metadata-card principal={TOKEN} variant="row" />
    </wallet-context>
  );
}
