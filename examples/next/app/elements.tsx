'use client';
import { configure } from 'stacks-wallet-elements';
import 'stacks-wallet-elements/define/ft-metadata-card';
import 'stacks-wallet-elements/define/wallet-connect-button';
import 'stacks-wallet-elements/define/wallet-sign-in';
import type {} from 'stacks-wallet-elements/tags/react';
import { NETWORK, TOKEN } from './token';

configure({ network: NETWORK });

// A Server Component cannot define elements, so these components do.
export const ConnectButton = () => <wallet-connect-button />;
export const TokenCard = () => <ft-metadata-card principal={TOKEN} variant="row" />;
export const SignIn = () => <wallet-sign-in endpoint="/auth" variant="outlined" />;
