import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The chat in the frame, served below `/chat/`. The loader is built by `vite.loader.config.ts`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/chat/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The page's policy allows files of its own origin only: nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: 'chat.html' },
  },
});
