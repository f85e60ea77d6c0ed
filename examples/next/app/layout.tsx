import type { ReactNode } from 'react';

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
