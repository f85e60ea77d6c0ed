import { html, nothing, type TemplateResult } from 'lit';
import type { PopoverController } from '../controllers/popover-controller.js';
import { avatar } from './avatar.js';

/** The popover with the account, and its handle on a small screen. `body` renders the content while it is open. */
export function accountMenu(
  menu: PopoverController,
  { label, away, drag, body }: AccountMenu,
): TemplateResult {
  return html`<div
    part="menu"
    id="menu"
    class="panel ${away ? 'away' : ''}"
    popover
    role="group"
    aria-label=${label}
    @beforetoggle=${menu.beforeToggle}
    @toggle=${menu.toggled}
    @focusout=${menu.focusLeft}
  >
    <div
      class="handle"
      @touchstart=${drag}
      @touchmove=${drag}
      @touchend=${drag}
      @touchcancel=${drag}
    ></div>
    ${menu.open ? body() : nothing}
  </div>`;
}

interface AccountMenu {
  readonly label: string;
  /** It is placed next to an element of the page. */
  readonly away: boolean;
  /** Moves the menu with the finger that drags its handle. */
  readonly drag: (event: TouchEvent) => void;
  readonly body: () => TemplateResult;
}

/** The button that opens the menu, if the page has no other. */
export function accountTrigger(
  menu: PopoverController,
  { label, address, short }: { label: string; address: string | undefined; short: string },
): TemplateResult {
  return html`<button
    part="trigger"
    id="trigger"
    type="button"
    class="button outlined"
    aria-expanded=${String(menu.open)}
    @pointerdown=${menu.pressed}
    @click=${menu.toggle}
  >
    <slot name="trigger">
      <span class="visually-hidden">${label}</span>
      ${address ? avatar(address) : nothing}
      <bdi class="trigger" dir="ltr" translate="no">${short}</bdi>
    </slot>
  </button>`;
}
