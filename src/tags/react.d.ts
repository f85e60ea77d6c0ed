import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { WalletElements } from '../jsx.js';

type Base = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends WalletElements<Base> {}
  }
}
