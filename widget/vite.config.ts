import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';
import { reactModules } from './react-modules.ts';

/** The bundle's own minifying leaves what only became unused by it: a second look, at the module as a whole, finds it. */
const minifyAgain: Plugin = {
  name: 'minify-again',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== 'chunk' || part.map) continue;
      const { code, errors } = minifySync(part.fileName, part.code, { module: true });
      if (errors.length > 0) throw new Error(`${part.fileName} cannot be minified again: ${errors[0]?.message}`);
      part.code = code;
    }
  },
};

/** The chat in the frame, served below `/chat/`. The loader is built by `vite.loader.config.ts`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/chat/',
  plugins: [react(), reactModules(), minifyAgain],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The page's policy allows files of its own origin only: nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: 'chat.html' },
  },
});
