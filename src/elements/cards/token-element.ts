import type { PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Gateways } from '../../metadata/links.js';
import type { MetadataClient } from '../../metadata/metadata-types.js';
import { metadataClientContext } from '../context.js';
import { NearestContext } from '../controllers/nearest-context.js';
import { VisibilityController } from '../controllers/visibility-controller.js';
import { BaseElement, delegatesFocus, oneOf } from '../internal/base-element.js';
import type { ImageSettings } from './pieces.js';

/** The base class of the cards and of `<ft-list>`: the service, the images, and the focus after "Try again". */
export abstract class TokenElement extends BaseElement {
  static override get shadowRootOptions() {
    return delegatesFocus;
  }

  readonly #context = new NearestContext(this, metadataClientContext);
  protected readonly near = new VisibilityController(this);

  /** Base URL of the metadata service. Default: the context's, else the public service. */
  @property({ attribute: 'base-url' }) baseUrl = '';

  /** `off`: loads no images, since the host of an image receives the user's IP address. Default: `on`. */
  @property({ converter: oneOf('on', 'off') }) images: 'on' | 'off' = 'on';

  /** Base URL of the gateway for `ipfs:` links, or `off`. Default: `https://ipfs.io`. */
  @property({ attribute: 'ipfs-gateway' }) ipfsGateway: string | undefined;

  /** Base URL of the gateway for `ar:` links, or `off`. Default: `https://arweave.net`. */
  @property({ attribute: 'arweave-gateway' }) arweaveGateway: string | undefined;

  /** The client that fetches. Default: the nearest `<wallet-context>`'s, else the page's. */
  @property({ attribute: false }) client: MetadataClient | undefined;

  /** The images that could not be loaded. */
  @state() protected broken: ReadonlySet<string> = new Set();

  /** The client of the page; undefined: the default one. */
  protected get ownClient(): MetadataClient | undefined {
    return this.client ?? this.#context.value;
  }

  protected get gateways(): Gateways {
    return { ipfs: this.ipfsGateway, arweave: this.arweaveGateway };
  }

  protected get imageSettings(): ImageSettings {
    return {
      gateways: this.images === 'off' ? undefined : this.gateways,
      broken: this.broken,
      failed: (source) => (this.broken = new Set([...this.broken, source])),
    };
  }

  protected override update(changed: PropertyValues<this>): void {
    const wasRetrying = this.shadowRoot?.activeElement?.id === 'retry';
    super.update(changed);
    // The focused button was removed.
    if (wasRetrying && !this.shadowRoot?.getElementById('retry')) this.focus();
  }
}
