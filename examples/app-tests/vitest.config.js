import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['**/*.test.js'], setupFiles: ['./setup.js'] } });
