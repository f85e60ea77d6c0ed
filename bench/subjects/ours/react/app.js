import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { useWallet } from 'stacks-wallet-elements/react';

function App() {
  const { status, address, connect, disconnect, request } = useWallet();
  useEffect(() => void performance.mark('usable'), []);
  const toggle = status === 'connected' ? disconnect : connect;
  const sign = () => request('stx_signMessage', { message: 'Hello' }).catch(() => {});
  return [
    createElement('button', { key: 1, id: 'open', onClick: toggle }, address ?? 'Connect'),
    createElement('button', { key: 2, onClick: sign }, 'Sign'),
  ];
}

createRoot(document.getElementById('root')).render(createElement(App));
