import react from '@vitejs/plugin-react';
import { toNodeHandler } from 'srvx/node';
import { defineConfig, type Connect, type PreviewServer, type ViteDevServer } from 'vite';
import { auth } from './auth.ts';

const addAuth = ({ middlewares }: ViteDevServer | PreviewServer) => {
  middlewares.use('/auth', toNodeHandler(auth.handle) as Connect.NextHandleFunction);
};
const signIn = { name: 'sign-in', configureServer: addAuth, configurePreviewServer: addAuth };

// The origin in auth.ts has this port.
const server = { port: 5173, strictPort: true };

export default defineConfig({ plugins: [react(), signIn], server, preview: server });
