import { custom } from '../lib/read-options.js';
import { KNOWN_NETWORKS } from '../stacks/address.js';
import { getSettings } from './configure.js';
import { suggestNetwork } from './services.js';

/** The name of a network, for functions that would silently find nothing if it is misspelled. */
export const networkName = custom(
  `one of ${KNOWN_NETWORKS.join(', ')}, or a network that has a URL in \`stacksApi\` of configure()`,
  (value) =>
    typeof value === 'string' && value !== '' && suggestNetwork(value, getSettings()) === undefined,
);
