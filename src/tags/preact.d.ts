import type { JSX } from 'preact';
import type { WalletElements } from '../jsx.js';

type Base = JSX.HTMLAttributes<HTMLElement>;

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends WalletElements<Base> {}
  }
}
