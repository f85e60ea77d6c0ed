import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

function App() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => void performance.mark('usable'), []);
  return [
    createElement('button', { key: 1, id: 'open', onClick: () => setOpen(true) }, 'Connect'),
    createElement('button', { key: 2 }, 'Sign'),
    isOpen && createElement('p', { key: 3, id: 'wallet' }, 'Bench wallet'),
  ];
}

createRoot(document.getElementById('root')).render(createElement(App));
