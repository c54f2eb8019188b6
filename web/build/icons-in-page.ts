import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ICONS = new URL('../src/ui/icons.svg', import.meta.url);
const PLACE = '<body>';

/** The set as it stands in the page: drawn nowhere by itself, and without the lines that are for whoever reads it. */
function whole(): string {
  const set = readFileSync(ICONS, 'utf8')
    .replace(/<title>.*?<\/title>/, '')
    .replace(/>\s+</g, '><')
    .trim();
  return set.replace('<svg ', '<svg width="0" height="0" style="position:absolute" aria-hidden="true" focusable="false" ');
}

/**
 * Puts the set of icons into the page itself: they are there with the first paint. From a file of their own a browser looks that up for
 * each icon that is drawn, and reads the whole set once more where none was on the screen.
 */
export function iconsInPage(): Plugin {
  return {
    name: 'icons-in-page',
    transformIndexHtml(html) {
      if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}`);
      return html.replace(PLACE, () => `${PLACE}${whole()}`);
    },
  };
}
