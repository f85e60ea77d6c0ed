/** Entry point for servers: verifies sign-ins and signed messages. No DOM, no network. */
export {
  createSignInMessage,
  parseSignInMessage,
  type FormatCode,
  type ParsedSignIn,
  type SignInChain,
  type SignInFields,
} from '../sign-in/message.js';
export * from './handler.js';
export * from './nonces.js';
export { toNode, type NodeRequest, type NodeResponse } from '../http/to-node.js';
export type {
  RefusedSignature,
  SignatureCode,
  SignatureProtocol,
  SignatureResult,
  VerifiedSignature,
} from '../stacks/stacks-message.js';
export * from './verify-message.js';
export * from './verify-sign-in.js';
