import { defineConfig } from 'vite';

/** The loader: one classic script that any page may carry. It goes beside the chat that `vite.config.ts` builds. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    lib: { entry: 'src/loader/main.ts', formats: ['iife'], name: 'parleyWidget', fileName: () => 'widget.js' },
  },
});
