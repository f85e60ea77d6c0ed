/**
 * What is kept of a token's metadata. Token metadata is written by anyone who can deploy a contract;
 * the public service stores up to 1 MB of it and checks nothing on output.
 */
export const limits = {
  /** Bytes read of one answer. */
  bytes: 1_048_576,
  nameLength: 200,
  symbolLength: 60,
  descriptionLength: 5_000,
  /** Of a link. A longer one is dropped, for half a link is no link. */
  urlLength: 2_048,
  /** Of a `data:` image: about 190 kB of pixels. */
  dataUrlLength: 262_144,
  attributes: 100,
  properties: 100,
  keyLength: 100,
  /** Of a text inside an attribute or a property. */
  valueLength: 1_000,
  /** Entries of one list or object inside a value. */
  valueEntries: 50,
  valueDepth: 4,
  /** Values in all properties, or in all attributes, together. */
  valueNodes: 1_000,
  locales: 100,
} as const;
