import { connect, disconnect, getLocalStorage, isConnected, request } from '@stacks/connect';
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const current = () => getLocalStorage()?.addresses.stx[0]?.address;

function App() {
  const [address, setAddress] = useState(current);
  useEffect(() => void performance.mark('usable'), []);
  const toggle = async () => {
    if (isConnected()) disconnect();
    else await connect().catch(() => {});
    setAddress(current());
  };
  const sign = () => request('stx_signMessage', { message: 'Hello' }).catch(() => {});
  return [
    createElement('button', { key: 1, id: 'open', onClick: toggle }, address ?? 'Connect'),
    createElement('button', { key: 2, onClick: sign }, 'Sign'),
  ];
}

createRoot(document.getElementById('root')).render(createElement(App));
