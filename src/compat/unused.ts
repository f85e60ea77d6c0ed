/* oxlint-disable typescript/no-explicit-any -- only the names are kept */
/** Exports that apps may import, but that are no longer used. As in version 8, most functions do nothing. */

export const defaultAuthURL = 'https://app.blockstack.org';

/** True on a phone or a tablet, by the user agent. */
export const isMobile = (): boolean =>
  typeof navigator !== 'undefined' &&
  /android|iphone|ipad|ipod|windows phone/i.test(navigator.userAgent);
export const shouldUsePopup = (): boolean => !isMobile();

const nothing = (_options?: any): any => undefined;
const nothingLater = (_options?: any): Promise<any> => Promise.resolve();
export const getKeys = nothing;
export const getDefaultPsbtRequestOptions = nothing;
export const getDefaultSignatureRequestOptions = nothing;
export const getDefaultProfileUpdateRequestOptions = nothing;
export const makeContractCallToken = nothingLater;
export const makeContractDeployToken = nothingLater;
export const makeSTXTransferToken = nothingLater;
export const makeSignTransaction = nothingLater;
export const makePsbtToken = nothingLater;
export const makeProfileUpdateToken = nothingLater;
export const signMessage = nothingLater;
export const signStructuredMessage = nothingLater;

/** Not included: its packages are not open source. The names are kept, and `initializeProvider` does nothing. */
export const WalletConnect: {
  initializeProvider: (config: any) => Promise<void>;
  Networks: any;
  Chains: any;
  Default: any;
} = {
  initializeProvider: nothingLater,
  Networks: { Stacks: {}, Bitcoin: {} },
  Chains: { Stacks: {}, Bitcoin: {} },
  Default: {},
};
