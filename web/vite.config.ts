import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './build/chunks.ts';
import { mockEntry } from './build/mock-entry.ts';
import { plainContract } from './build/plain-contract.ts';

const server = process.env.PARLEY_DEV_SERVER ?? 'http://127.0.0.1:8080';

/** `--mode mock`: the application alone, on the contract's fixtures; what is built for the product has nothing of it. */
export default defineConfig(({ mode }) => ({
  plugins: [react(), plainContract(), ...(mode === 'mock' ? [mockEntry()] : [])],
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
