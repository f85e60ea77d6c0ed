/* oxlint-disable typescript/no-explicit-any -- the types of version 8 */
import type { AppOptions } from './auth-types.js';
import type { ClarityValue, TupleCV } from './methods.js';
import type { ConnectNetwork } from './app-network.js';

type Canceled = (error?: Error) => void;
interface Base<Data> extends AppOptions {
  network?: ConnectNetwork | undefined;
  stxAddress?: string | undefined;
  onFinish?: ((data: Data) => void) | undefined;
  onCancel?: Canceled | undefined;
}
interface Popup<Options> {
  token: string;
  options: Options;
}
interface Signed {
  onFinish?: SignatureFinished | undefined;
  onCancel?: SignatureCanceled | undefined;
}

export interface SignatureData {
  /** As the wallet returned it: most wallets write no `0x`. */
  signature: string;
  publicKey: string;
}
export type SignatureFinished = (data: SignatureData) => void;
export type SignatureCanceled = Canceled;
export type CommonSignatureRequestOptions = Base<SignatureData>;
export interface SignatureRequestOptions extends CommonSignatureRequestOptions {
  message: string;
}
export interface SignatureOptions extends Signed {
  message: string;
}
export interface SignatureRequestPayload {
  message: string;
}
export type SignaturePopup = Popup<SignatureOptions>;
export interface CommonSignaturePayload extends Pick<
  CommonSignatureRequestOptions,
  'stxAddress' | 'appDetails' | 'network'
> {
  publicKey: string;
}
export interface SignaturePayload extends CommonSignaturePayload {
  message: string;
}

interface StructuredData {
  message: ClarityValue;
  domain: TupleCV;
}
export interface StructuredDataSignatureRequestOptions
  extends CommonSignatureRequestOptions, StructuredData {}
export interface StructuredDataSignatureOptions extends StructuredData, Signed {}
export type StructuredDataSignaturePopup = Popup<StructuredDataSignatureOptions>;
export interface StructuredDataSignaturePayload extends CommonSignaturePayload, StructuredData {}

export enum SignatureHash {
  DEFAULT = 0,
  ALL = 1,
  NONE = 2,
  SINGLE = 3,
  ANYONECANPAY = 128,
}
export interface PsbtData {
  /** The signed PSBT, hex. */
  hex: string;
}
export type PsbtFinished = (data: PsbtData) => void;
export type PsbtCanceled = Canceled;
export type PsbtBase = Base<PsbtData>;
export interface PsbtRequestOptions extends PsbtBase {
  /** The PSBT in hex. */
  hex: string;
  /** The inputs to sign. Default: all of the wallet. */
  signAtIndex?: number | number[] | undefined;
  allowedSighash?: SignatureHash[] | undefined;
}
export interface CommonPsbtPayload extends PsbtBase {
  publicKey: string;
}
export interface PsbtPayload extends PsbtRequestOptions {
  publicKey: string;
}
export type PsbtPopup = Popup<PsbtRequestOptions>;

/** A profile, as @stacks/profile has it. */
export type PublicPersonProfile = any;
export type ProfileUpdateFinished = (data: PublicPersonProfile) => void;
export type ProfileUpdateCanceled = Canceled;
export type ProfileUpdateBase = Base<PublicPersonProfile>;
export interface ProfileUpdateRequestOptions extends ProfileUpdateBase {
  profile: PublicPersonProfile;
}
export interface CommonProfileUpdatePayload extends ProfileUpdateBase {
  publicKey: string;
}
export interface ProfileUpdatePayload extends CommonProfileUpdatePayload {
  profile: PublicPersonProfile;
}
export type ProfileUpdatePopup = Popup<ProfileUpdateRequestOptions>;
