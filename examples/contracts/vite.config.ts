import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const pages = ['index', 'react', 'tip-jar', 'swap', 'mint', 'networks'];

export default defineConfig({
  plugins: [react()],
  build: { rolldownOptions: { input: pages.map((page) => `${page}.html`) } },
});
