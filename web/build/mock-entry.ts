import type { Plugin } from 'vite';

const REAL = '/src/main.tsx';
const MOCK = '/src/mock/main.tsx';
/** There is no server to ask. */
const ASKS = /\s*<script src="\/ask-ahead\.js"><\/script>/;

/** Lets the page begin with the mock instead of the application as it is. */
export function mockEntry(): Plugin {
  return {
    name: 'mock-entry',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!html.includes(REAL)) throw new Error(`index.html does not begin with ${REAL}`);
        if (!ASKS.test(html)) throw new Error('index.html does not ask ahead');
        return html.replace(REAL, MOCK).replace(ASKS, '');
      },
    },
  };
}
