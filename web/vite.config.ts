import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './build/chunks.ts';
import { shortClassNames } from './build/class-names.ts';
import { compressed } from './build/compressed.ts';
import { firstScreenAhead } from './build/first-screen-ahead.ts';
import { iconsInPage } from './build/icons-in-page.ts';
import { mockEntry } from './build/mock-entry.ts';
import { plainContract } from './build/plain-contract.ts';
import { shortScripts } from './build/short-scripts.ts';

const source = fileURLToPath(new URL('./src', import.meta.url));
const server = process.env.PARLEY_DEV_SERVER ?? 'http://127.0.0.1:8080';

/** `--mode mock`: the application alone, on the contract's fixtures; what is built for the product has nothing of it. */
export default defineConfig(({ command, mode }) => ({
  plugins: [
    react(),
    plainContract(),
    iconsInPage(new URL('./src/ui/icons.svg', import.meta.url)),
    ...(mode === 'mock' ? [mockEntry()] : [firstScreenAhead(), shortScripts(), compressed()]),
  ],
  // Those that tell where a class is from are for whoever works at it.
  ...(command === 'build' ? { css: { modules: { generateScopedName: shortClassNames(source) } } } : {}),
  build: {
    target: 'es2024',
    outDir: mode === 'mock' ? '../.parley/mock' : 'dist',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: server, ws: true, changeOrigin: false },
      '/auth': { target: server, changeOrigin: false },
      '/files': { target: server, changeOrigin: false },
    },
  },
}));
