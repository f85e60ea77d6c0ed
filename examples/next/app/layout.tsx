import type { ReactNode } from 'react';
import 'stacks-wallet-elements/reserve.css';
import './style.css';

export const metadata = {
  title: 'Next and a Stacks wallet',
  icons: [{ rel: 'icon', url: 'data:,' }],
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
