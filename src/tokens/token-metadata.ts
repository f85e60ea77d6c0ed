/** An attribute of a token (SIP-016). `value` may be any JSON value. */
export interface FtAttribute {
  readonly trait_type: string;
  readonly display_type?: string;
  readonly value: unknown;
}

/** Where localized metadata is found (SIP-016). `uri` contains the placeholder `{locale}`. */
export interface FtLocalization {
  readonly uri?: string;
  readonly default?: string;
  readonly locales?: readonly string[];
}

/** The off-chain metadata of a token (SIP-016). Every field may be absent. */
export interface FtOffChainMetadata {
  readonly sip?: number;
  readonly name?: string;
  readonly description?: string;
  readonly image?: string;
  readonly cached_image?: string;
  readonly cached_thumbnail_image?: string;
  readonly attributes?: readonly FtAttribute[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly localization?: FtLocalization;
}

/** The metadata of a fungible token, as the metadata service returns it. */
export interface FtMetadata {
  readonly name?: string;
  readonly symbol?: string;
  /** 0 to 38. Absent if unknown or 0. */
  readonly decimals?: number;
  /** Decimal digits, in base units. */
  readonly total_supply?: string;
  readonly token_uri?: string;
  readonly description?: string;
  readonly image_uri?: string;
  readonly image_thumbnail_uri?: string;
  readonly image_canonical_uri?: string;
  /** `0x` and hex. */
  readonly tx_id?: string;
  readonly sender_address?: string;
  /** `<contract principal>::<asset name>`. Absent if the contract defines no asset, such as one that wraps a token. */
  readonly asset_identifier?: string;
  /** The fields that are absent because the service returned an invalid value. */
  readonly invalid?: readonly ('decimals' | 'total_supply')[];
  readonly metadata?: FtOffChainMetadata;
}

/** The metadata of an NFT (SIP-009), as the metadata service returns it. */
export type NftMetadata = Pick<FtMetadata, 'token_uri' | 'metadata'>;

/** The metadata of a semi-fungible token (SIP-013), as the metadata service returns it. */
export type SftMetadata = Pick<
  FtMetadata,
  'token_uri' | 'decimals' | 'total_supply' | 'invalid' | 'metadata'
>;
