import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createSignIn } from '../../sign-in/create-sign-in.js';
import { fetchSignIn } from '../../sign-in/fetch-sign-in.js';
import type { SignIn, SignInOptions, SignInState } from '../../sign-in/types.js';
import type { Unsubscribe } from '../../lib/store.js';

const UNKNOWN: SignInState = { status: 'unknown', account: undefined };

/** Follows the sign-in of an element: the one that the page sets, or one created for the endpoint. */
export class SignInController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #changed: (before: SignInState, next: SignInState) => void;
  #own: SignIn | undefined;
  #madeFor: readonly unknown[] = [];
  #undo: Unsubscribe = () => {};
  #state = UNKNOWN;
  /** The sign-in that is followed. */
  current: SignIn | undefined;

  /** `changed` is called after every change of the state of one sign-in. */
  constructor(
    host: ReactiveControllerHost & HTMLElement,
    changed: (before: SignInState, next: SignInState) => void,
  ) {
    this.#host = host;
    this.#changed = changed;
    host.addController(this);
  }

  get state(): SignInState {
    return this.#state;
  }

  /** Creates a new sign-in only if an option has changed. */
  create(
    endpoint: string,
    options: Omit<SignInOptions, 'getNonce' | 'verify'>,
  ): SignIn | undefined {
    const { accountChange, chain, client } = options;
    const madeFor = [endpoint, accountChange, chain, client];
    if (madeFor.some((part, at) => part !== this.#madeFor[at])) {
      this.#madeFor = madeFor;
      this.#own = endpoint ? createSignIn({ ...fetchSignIn(endpoint), ...options }) : undefined;
    }
    return this.#own;
  }

  follow(signIn: SignIn | undefined): void {
    if (signIn === this.current) return;
    this.#undo();
    this.current = signIn;
    this.#state = signIn?.state ?? UNKNOWN;
    const update = () => {
      const before = this.#state;
      this.#state = this.current?.state ?? UNKNOWN;
      if (before !== this.#state) this.#changed(before, this.#state);
      this.#host.requestUpdate();
    };
    this.#undo = signIn?.subscribe(update) ?? (() => {});
    // The first subscription may change the state.
    update();
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    const signIn = this.current;
    this.follow(undefined);
    // Moving an element within the document also disconnects it.
    queueMicrotask(() => {
      if (!this.#host.isConnected) signIn?.cancel();
    });
  }
}
