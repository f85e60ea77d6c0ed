import { html, nothing, type TemplateResult } from 'lit';
import type { FtListItem } from '../../tokens/metadata-types.js';
import type { Gateways } from '../../tokens/links.js';
import { chooseImage, pill, shortPrincipal, tokenImage } from '../cards/pieces.js';
import { tokenSummary } from '../cards/shown-token.js';
import { doneIcon } from '../internal/icons.js';

/** The data that all rows share. */
interface RowsContext {
  /** The principal of the row that Enter chooses. */
  readonly active: string | undefined;
  /** The principal of the chosen token. */
  readonly value: string;
  /** Undefined: no images. */
  readonly gateways: Gateways | undefined;
  readonly brokenImages: ReadonlySet<string>;
  readonly imageFailed: (source: string) => void;
}

/** Renders the rows. Keeps their templates, so that a key that moves the active row renders only two rows again. */
export class TokenOptions {
  #kept = new WeakMap<FtListItem, { readonly key: string; readonly template: TemplateResult }>();

  /** Removes the kept templates. Call when the images have changed. */
  clear(): void {
    this.#kept = new WeakMap();
  }

  render(tokens: readonly FtListItem[], rows: RowsContext): readonly TemplateResult[] {
    return tokens.map((token, index) => {
      const isActive = token.principal === rows.active;
      const isSelected = token.principal === rows.value;
      const key = `${index} ${isActive} ${isSelected}`;
      const last = this.#kept.get(token);
      if (last?.key === key) return last.template;
      const template = tokenOption(token, {
        ...rows,
        id: `option-${index}`,
        isActive,
        isSelected,
      });
      this.#kept.set(token, { key, template });
      return template;
    });
  }
}

interface OptionContext extends RowsContext {
  readonly id: string;
  readonly isActive: boolean;
  readonly isSelected: boolean;
}

/**
 * One token of the list. Anyone can use any name, so the principal is always shown: shortened, but whole in the row
 * that is active or chosen, and in every accessible description.
 */
function tokenOption(token: FtListItem, context: OptionContext): TemplateResult {
  const { principal } = token;
  const [address, contract] = shortPrincipal(principal);
  const summary = tokenSummary(token, { label: contract, locale: 'en', isLarge: false });
  const { name, symbol, images } = summary;
  const { gateways, brokenImages } = context;
  const { isActive, isSelected } = context;
  const short = html`<span class="address">${address}</span><wbr />.${contract}`;
  const image = gateways && chooseImage(images, brokenImages, gateways);
  return html`<div
    part="option"
    class="one-row option ${isActive ? 'active' : ''}"
    role="option"
    id=${context.id}
    title=${principal}
    aria-describedby=${`whole-${context.id}`}
    aria-selected=${isSelected ? 'true' : 'false'}
    data-principal=${principal}
  >
    ${tokenImage(image, { title: symbol ?? name, principal }, context.imageFailed)}
    <div class="titles">
      <div class="title">
        <bdi part="name" class="name" translate="no">${name}</bdi>
        ${pill({ summary, id: undefined })}
      </div>
      ${
        // Screen readers read the whole principal as the description, after the rest.
        isActive || isSelected
          ? html`<bdi part="principal" class="principal" dir="ltr" translate="no" aria-hidden="true"
                >${principal}</bdi
              ><span class="visually-hidden">${short}</span>`
          : html`<bdi part="principal" class="principal" dir="ltr" translate="no">${short}</bdi>`
      }
      <span id=${`whole-${context.id}`} hidden>${principal}</span>
    </div>
    ${isSelected ? doneIcon : nothing}
  </div>`;
}
