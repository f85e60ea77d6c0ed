/* oxlint-disable typescript/no-explicit-any -- the types need no types of React */
import { createContext, createElement, useContext } from 'react';
import { authenticate } from './authenticate.js';
import type { AuthOptions, FinishedAuthData } from './auth-types.js';
import {
  openContractCall,
  openContractDeploy,
  openProfileUpdateRequestPopup,
  openPsbtRequestPopup,
  openSignatureRequestPopup,
  openSignTransaction,
  openStructuredDataSignatureRequestPopup,
  openSTXTransfer,
} from './callbacks.js';
import type { StacksProvider } from './providers.js';
import type { UserSession } from './session.js';

export * from './all.js';

const Context = createContext<AuthOptions>({});

/** Provides `authOptions` to every `useConnect` below it. */
export function Connect({
  authOptions,
  children,
}: {
  authOptions: AuthOptions;
  children?: any;
}): any {
  return createElement(Context.Provider, { value: authOptions }, children as unknown);
}

type Auth = (options?: Partial<AuthOptions>, provider?: StacksProvider) => Promise<void>;

/** The functions of @stacks/connect-react. Without a `<Connect>` around it, there are no `authOptions`. */
export function useConnect(): UseConnect {
  const authOptions = useContext(Context);
  const doAuth: Auth = (options, provider) =>
    authenticate({ ...authOptions, ...options }, provider);
  return {
    isOpen: false,
    isAuthenticating: false,
    authData: undefined as unknown as FinishedAuthData,
    authOptions,
    userSession: authOptions.userSession as UserSession,
    authenticate,
    doAuth,
    doOpenAuth: (_signIn, options, provider) => doAuth(options, provider),
    doContractCall: openContractCall,
    doContractDeploy: openContractDeploy,
    doSTXTransfer: openSTXTransfer,
    doSignTransaction: openSignTransaction,
    doProfileUpdate: openProfileUpdateRequestPopup,
    sign: openSignatureRequestPopup,
    signStructuredData: openStructuredDataSignatureRequestPopup,
    signPsbt: openPsbtRequestPopup,
  };
}

export interface UseConnect {
  isOpen: boolean;
  isAuthenticating: boolean;
  /** Always undefined, although not in the type of @stacks/connect-react: `onFinish` receives the data. */
  authData: FinishedAuthData;
  authOptions: AuthOptions;
  /** The session in `authOptions`. Can be undefined, although not in the type of @stacks/connect-react. */
  userSession: UserSession;
  authenticate: typeof authenticate;
  doAuth: Auth;
  doOpenAuth: (signIn?: boolean, ...rest: Parameters<Auth>) => Promise<void>;
  doContractCall: typeof openContractCall;
  doContractDeploy: typeof openContractDeploy;
  doSTXTransfer: typeof openSTXTransfer;
  doSignTransaction: typeof openSignTransaction;
  doProfileUpdate: typeof openProfileUpdateRequestPopup;
  sign: typeof openSignatureRequestPopup;
  signStructuredData: typeof openStructuredDataSignatureRequestPopup;
  signPsbt: typeof openPsbtRequestPopup;
}
