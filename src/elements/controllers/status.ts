import type { ReactiveControllerHost } from 'lit';
import { native } from '../../lib/native.js';
import { afterPaint } from '../../lib/when-idle.js';
import { setState } from '../internal/element.js';

interface StatusHost extends ReactiveControllerHost, HTMLElement {
  readonly status: string;
}

/**
 * Shows the host's `status` to style sheets: at once as a custom state, `:state(connected)`, and as the attribute
 * `status`. In the markup of a page the attribute waits for hydration, since React warns of an attribute that the server
 * did not send. No event tells when a page is hydrated: frameworks start with their scripts, and then keep the page busy.
 *
 * @returns the internals of the host, which it can attach only once
 */
export function attachStatus(host: StatusHost): ElementInternals | undefined {
  const internals = host.attachInternals?.();
  // Only an element of the page's markup is in the page before its constructor runs.
  let waits = host.isConnected || native(document, 'readyState') === 'loading';
  let shown = '';
  const reflect = () => {
    if (!waits && shown) host.setAttribute('status', shown);
  };
  if (waits) {
    whenHydrated(() => {
      waits = false;
      reflect();
    });
  }
  host.addController({
    hostUpdated() {
      const { status } = host;
      if (status === shown) return;
      if (shown) setState(internals, shown, false);
      shown = status;
      setState(internals, shown, true);
      reflect();
    },
  });
  return internals;
}

function whenHydrated(work: () => void): void {
  if (native(document, 'readyState') !== 'loading') afterPaint(work);
  else addEventListener('DOMContentLoaded', () => afterPaint(work));
}
