import vue from '@vitejs/plugin-vue';
import { toNodeHandler } from 'srvx/node';
import { defineConfig, type Connect, type PreviewServer, type ViteDevServer } from 'vite';
import { auth } from './auth.ts';

const addAuth = ({ middlewares }: ViteDevServer | PreviewServer) => {
  middlewares.use('/auth', toNodeHandler(auth.handle) as Connect.NextHandleFunction);
};
const signIn = { name: 'sign-in', configureServer: addAuth, configurePreviewServer: addAuth };

const isCustomElement = (tag: string) => /^(wallet|ft|nft)-/.test(tag);
// The origin in auth.ts has this port.
const server = { port: 5173, strictPort: true };

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } }), signIn],
  server,
  preview: server,
});
