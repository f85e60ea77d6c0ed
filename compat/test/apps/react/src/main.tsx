import { Connect } from '@stacks/connect-react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { Outside } from './Outside.tsx';
import { authOptions } from './session.ts';

createRoot(document.getElementById('root')!).render(
  <>
    <Connect authOptions={authOptions}>
      <App />
    </Connect>
    {window.location.search === '?outside' && <Outside />}
  </>,
);
