import type { ReactiveControllerHost } from 'lit';
import { afterPaint } from '../../lib/page.js';
import { setState } from '../internal/element.js';

interface StatusHost extends ReactiveControllerHost, HTMLElement {
  readonly status: string;
}

/**
 * Exposes the host's `status` to style sheets: at once as a custom state, `:state(connected)`, and as the attribute
 * `status`. For an element in the page's markup, sets the attribute after hydration, since React warns about an
 * attribute that the server did not send. No event reports hydration, so this waits until the page is idle: frameworks
 * hydrate as soon as their scripts run, and keep the page busy meanwhile.
 *
 * @returns the internals of the host, which it can attach only once
 */
export function attachStatus(host: StatusHost): ElementInternals | undefined {
  const internals = host.attachInternals?.();
  // In its constructor, an element is connected if it was on the page before its tag was defined, or if `innerHTML`
  // added it.
  let waits = host.isConnected || document.readyState === 'loading';
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
  if (document.readyState !== 'loading') afterPaint(work);
  else addEventListener('DOMContentLoaded', () => afterPaint(work));
}
