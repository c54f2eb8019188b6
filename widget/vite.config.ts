import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { unusedReact } from './vite-unused-react.ts';

/** Parts that come later bring no styles and are not preloaded: Vite's means for both would weigh more than the parts. */
const bareImports: Plugin = {
  name: 'bare-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
};

/**
 * React's part for documents takes from the package's entry nothing but the place where the two meet; the rest of that entry (portals,
 * preloading, form state) is not used here and would weigh 1 kB. React's version is pinned: whoever raises it compares `Internals` in
 * `react-dom/cjs/react-dom.production.js`.
 */
const reactMeeting: Plugin = {
  name: 'react-meeting',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    /\/react-dom\/index\.js$/.test(id)
      ? `const no = () => {};
exports.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = {
  d: { f: no, r: no, D: no, C: no, L: no, m: no, X: no, S: no, M: no }, p: 0, findDOMNode: null };`
      : null,
};

/** The chat in the frame, served below `/chat/`. The loader is built by `vite.loader.config.ts`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/chat/',
  plugins: [bareImports, reactMeeting, unusedReact, react()],
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
