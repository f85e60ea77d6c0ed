import { mustBe } from '../errors.js';
import { BASE_URL, parseBaseUrl } from '../http/base-url.js';
import { custom, isMisspelled, nearest, withDefaults } from '../lib/read-options.js';
import { isRecord } from '../lib/safe-access.js';
import type { NetworkName } from '../stacks/address.js';
import {
  getMempoolSpaceUrl,
  getNetworkFamily,
  getStacksApi,
  KNOWN_NETWORKS,
  normalizeNetwork,
} from '../stacks/address.js';
import type { ServiceUrl } from './types.js';

/** The settings with URLs of services. */
export interface ServiceUrls {
  readonly stacksApi?: ServiceUrl | undefined;
  readonly bitcoinApi?: ServiceUrl | undefined;
  readonly metadataApi?: ServiceUrl | undefined;
}
type ServiceName = keyof ServiceUrls;
const SERVICES = ['stacksApi', 'bitcoinApi', 'metadataApi'] as const satisfies ServiceName[];
type ServiceSettings = ServiceUrls & { readonly network?: NetworkName | undefined };

/** The public services. */
const PUBLIC: Readonly<Record<ServiceName, (network: string) => string | undefined>> = {
  stacksApi: getStacksApi,
  metadataApi: getStacksApi,
  bitcoinApi: (network) => {
    const explorer = getMempoolSpaceUrl(network);
    return explorer && `${explorer}/api`;
  },
};

/** What is in it is checked by {@link checkServiceUrls}. */
export const serviceUrl = custom(
  'a URL, or an object with a URL for each network',
  (value) =>
    isText(value) || (isRecord(value) && Object.entries(value).every(([, url]) => isText(url))),
);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/**
 * Refuses a URL that cannot be asked, and one for something that is no network. A network of the page's own is known as the
 * `network` of the same settings.
 *
 * @param urlNetwork the network of a URL without one; undefined if that is not known yet
 */
export function checkServiceUrls(
  settings: ServiceSettings,
  urlNetwork: NetworkName | undefined,
  refuse: (field: string, message: string, expected: string) => never,
): void {
  for (const service of SERVICES) {
    const setting = settings[service];
    if (typeof setting === 'string') checkUrl(service, setting, urlNetwork);
    for (const [network, url] of typeof setting === 'object' ? Object.entries(setting) : []) {
      const field = `${service}.${network}`;
      if (!KNOWN_NETWORKS.includes(network) && network !== settings.network) {
        refuse(
          field,
          `\`${field}\` is not for a network that is known. ${explain(network)}`,
          A_NETWORK,
        );
      }
      checkUrl(field, url, network);
    }
  }

  function checkUrl(field: string, url: string, network: string | undefined): void {
    // A page that is rendered on a server may set a URL that is relative to it.
    const usable = parseBaseUrl(url, typeof document === 'object' ? undefined : 'http://localhost');
    if (usable === undefined) refuse(field, mustBe(field, url, BASE_URL), BASE_URL);
    const start = getRouteStart(usable);
    if (start !== undefined)
      refuse(field, `${mustBe(field, url, NO_ROUTE)} Write ${start}`, NO_ROUTE);
    const other = network && getOtherNetwork(usable, network);
    if (other) {
      const expected = `the URL of a service of ${network}`;
      refuse(field, `${mustBe(field, url, expected)} That is the one of ${other}.`, expected);
    }
  }
}

const NO_ROUTE = 'the URL before the routes';

/** The base URL, if this one ends with the beginning of a route, such as `/extended/v1`: each request would get a 404. */
function getRouteStart(url: string): string | undefined {
  return /^(.*)\/(?:extended(?:\/v\d)?|metadata\/v\d)$/.exec(url)?.[1];
}

/** The network of Hiro's public API, if the URL is one of another network. */
function getOtherNetwork(url: string, network: string): string | undefined {
  const [api, name = 'mainnet'] =
    /^https:\/\/api\.(?:(mainnet|testnet)\.)?hiro\.so/.exec(url) ?? [];
  const family = getNetworkFamily(network);
  return api && family && name !== family ? name : undefined;
}

export const A_NETWORK = 'the name of a network';

/**
 * A sentence with the network that the name of an unknown one was probably meant to be: it is almost that of a usual one.
 * Undefined for a name with a digit, and for a network that has a URL in one of these settings.
 */
export function suggestNetwork(
  name: string,
  ...settings: readonly (ServiceUrls | undefined)[]
): string | undefined {
  const hasUrl = settings.some((urls) =>
    SERVICES.some((service) => isRecord(urls?.[service]) && Object.hasOwn(urls[service], name)),
  );
  if (getNetworkFamily(name) !== undefined || hasUrl || /\d/.test(name)) return undefined;
  const meant = ['mainnet', 'testnet', 'devnet', 'regtest'].find(
    (network) => isMisspelled(name, network) || network === `${name}net`,
  );
  return (
    meant &&
    `Did you mean \`${meant}\`? A network of your own has a URL: \`stacksApi: { ${name}: '…' }\`.`
  );
}

/** What a key that is no network was probably meant to be. */
function explain(key: string): string {
  const start = key.toLowerCase();
  const meant =
    KNOWN_NETWORKS.find((name) => start.length > 2 && name.startsWith(start)) ??
    nearest(key, KNOWN_NETWORKS);
  if (meant !== undefined) return `Did you mean \`${meant}\`?`;
  return `A URL for the network of the page is written without an object. Known networks: ${KNOWN_NETWORKS.join(', ')}, and the one that is set as \`network\`.`;
}

/**
 * The base URL of a service for a network: that of the settings, else the public one. Undefined if there is none, as for a
 * local chain. What asks a service gets its URL here.
 */
export function findServiceUrl(
  service: ServiceName,
  network: NetworkName,
  settings: ServiceSettings,
): string | undefined {
  const name = normalizeNetwork(network);
  const urls = byNetwork(settings[service], settings.network) ?? {};
  if (Object.hasOwn(urls, name)) return urls[name];
  // A page has one local chain, which has several names.
  const local = isLocal(name) ? Object.entries(urls).filter(([key]) => isLocal(key)) : [];
  return local.length === 1 ? local[0]![1] : PUBLIC[service](name);
}

const isLocal = (network: string): boolean => getNetworkFamily(network) === 'regtest';

/** A URL without a network is that of the network of its settings. */
function byNetwork(
  setting: ServiceUrl | undefined,
  network: NetworkName = 'mainnet',
): Readonly<Record<string, string>> | undefined {
  return typeof setting === 'string' ? { [normalizeNetwork(network)]: setting } : setting;
}

/**
 * The options of a request with those of its client. A URL without a network stays that of the options that have it: it is
 * not used for a request on another network. One in options without a network, of a single request, is that of its network.
 */
export function mergeWithDefaults<T extends ServiceSettings>(
  defaults: T | undefined,
  options: T,
): T {
  const { network, stacksApi } = options;
  const url = network === undefined ? stacksApi : byNetwork(stacksApi, network);
  const merged = withDefaults(options, defaults);
  return { ...merged, stacksApi: url ?? byNetwork(defaults?.stacksApi, defaults?.network) };
}
