import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const PLACE = '<div id="root"></div>';

/**
 * Puts the icons into the page itself: whatever shows one refers to it there. A file of its own would be asked for anew by every icon that
 * comes later, and without a network none of those would be seen.
 *
 * @param icons the file with a symbol for each icon
 */
export function iconsInPage(icons: URL): Plugin {
  return {
    name: 'icons-in-page',
    transformIndexHtml(html) {
      if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}, before which the icons stand`);
      const symbols = readFileSync(icons, 'utf8')
        .replace(/<title>.*?<\/title>/s, '')
        .replace(/>\s+</g, '><')
        .trim();
      return html.replace(PLACE, () => `<div hidden>${symbols}</div>${PLACE}`);
    },
  };
}
