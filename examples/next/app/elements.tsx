'use client';
import 'stacks-wallet-elements/define/ft-metadata-card';
import 'stacks-wallet-elements/define/wallet-account';
import 'stacks-wallet-elements/define/wallet-connect-button';
import 'stacks-wallet-elements/define/wallet-context';
import 'stacks-wallet-elements/define/wallet-request-button';
import 'stacks-wallet-elements/define/wallet-sign-in';
import type {} from 'stacks-wallet-elements/tags/react';
import { TOKEN } from './token';

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
      <wallet-sign-in endpoint="/auth" />
    </wallet-context>
  );
}
