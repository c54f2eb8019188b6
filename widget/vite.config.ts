import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Parts that come later bring no styles and are not preloaded: Vite's means for both would weigh more than the parts. */
const bareImports: Plugin = {
  name: 'bare-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
};

/** The chat in the frame, served below `/chat/`. The loader is built by `vite.loader.config.ts`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/chat/',
  plugins: [bareImports, react()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The page's policy allows files of its own origin only: nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: { input: 'chat.html', treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false } },
  },
});
