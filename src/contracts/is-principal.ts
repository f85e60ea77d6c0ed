import { mustBe, withDocs } from '../errors.js';
import { readOptions, someText, type OptionTable } from '../lib/read-options.js';
import { canBeOn, getAddressFormat, parsePrincipal, type NetworkName } from '../stacks/address.js';
import { decodeAddress } from '../stacks/stacks-address.js';
import { getSettings } from '../core/configure.js';
import { A_NETWORK, suggestNetwork } from '../core/services.js';

export interface IsPrincipalOptions {
  /**
   * Only a principal of this network is accepted. All test networks share one format. For a name that is not known, a
   * network of your own, every format is accepted. Default: every network.
   */
  readonly network?: NetworkName | undefined;
}

const OPTIONS: OptionTable<IsPrincipalOptions> = { network: someText };

/**
 * True for a Stacks address, or the principal of a contract, with the right checksum (SIP-005): for a recipient that a user
 * types. A name, such as `alice.btc`, is none: `getAddressOfName` reads its address.
 *
 * @throws TypeError for a wrong option, which it names
 * @example
 * ```ts
 * import { isPrincipal } from 'stacks-wallet-elements/contracts';
 *
 * console.log(isPrincipal('SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', { network: 'mainnet' })); // true
 * ```
 */
export function isPrincipal(value: string, options?: IsPrincipalOptions): boolean;
export function isPrincipal(value: unknown, options?: IsPrincipalOptions): value is string;
export function isPrincipal(value: unknown, options?: IsPrincipalOptions): boolean {
  const { network } = readOptions('isPrincipal', options, OPTIONS);
  const meant = network && suggestNetwork(network, getSettings());
  if (meant) {
    const message = `${mustBe('network', network, A_NETWORK)} ${meant}`;
    throw new TypeError(withDocs(`isPrincipal: ${message}`, 'options'));
  }
  const parts = parsePrincipal(value);
  if (!parts || parts.asset !== undefined || !decodeAddress(parts.address)) return false;
  return network === undefined || canBeOn(getAddressFormat(parts.address)!, network);
}
