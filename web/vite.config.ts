import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { plainContract } from './build/plain-contract.ts';

const server = process.env.PARLEY_DEV_SERVER ?? 'http://127.0.0.1:8080';

/** Libraries that change seldom and are needed at once get files of their own, so that a release leaves them cached. */
function chunkOf(id: string): string | null {
  if (!id.includes('/node_modules/')) return null;
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react';
  if (/\/node_modules\/(@tanstack\/(query-core|react-query|router-core|react-router|history|react-store|store)|@orpc)\//.test(id))
    return 'data';
  return null;
}

export default defineConfig({
  plugins: [react(), plainContract()],
  build: {
    target: 'es2024',
    outDir: 'dist',
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: chunkOf }] } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: server, ws: true, changeOrigin: false },
      '/auth': { target: server, changeOrigin: false },
      '/files': { target: server, changeOrigin: false },
    },
  },
});
