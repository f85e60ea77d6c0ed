import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Unsubscribe } from '../../lib/store.js';
import { format } from '../messages/format.js';
import type { MessageGroup, MessageKey, MessageValues } from '../messages/messages.js';
import { nearestLanguage, watchLanguage } from '../messages/nearest-language.js';
import {
  canonical,
  findMessage,
  getLanguage,
  loadMessages,
  watchMessages,
} from '../messages/registry.js';

/**
 * The texts of an element in the language of the nearest `lang`. `english` is the element's group of texts
 * in messages/en/: shown until another language has loaded, and for missing texts.
 *
 *     #messages = new MessagesController(this, pickerMessages);
 *     html`<button>${this.#messages.text('close')}</button>`
 */
export class MessagesController<English extends MessageGroup> implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #english: English;
  #locale = 'en';
  #undo: Unsubscribe[] = [];

  constructor(host: ReactiveControllerHost & HTMLElement, english: English) {
    this.#host = host;
    this.#english = english;
    host.addController(this);
  }

  /** The text, with each `{name}` replaced by its value. */
  text<K extends keyof English & MessageKey>(
    key: K,
    ...[values]: MessageValues<English[K] & string>
  ): string {
    return format(findMessage(this.#locale, key) ?? this.#english[key] ?? key, values);
  }

  /** The nearest `lang` as a tag for Intl: `de-CH`. Without one: `en`. */
  get locale(): string {
    return this.#locale;
  }

  /** The language of the texts, for a `lang` in the shadow root: `de` for `de-CH`, `en` for an unknown one. */
  get language(): string {
    return getLanguage(this.#locale);
  }

  hostConnected(): void {
    this.#follow();
    this.#undo = [
      watchLanguage(this.#host, () => this.#follow()),
      watchMessages(() => this.#host.requestUpdate()),
    ];
  }

  hostDisconnected(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  #follow(): void {
    this.#locale = canonical(nearestLanguage(this.#host) ?? 'en') ?? 'en';
    void loadMessages(this.#locale);
    this.#host.requestUpdate();
  }
}
