import { beforeAll } from 'vitest';
import { everyText, startText } from './text.ts';

/** Every text in English, and as much of a page as what is shown at its bottom asks for: for a whole file of tests. */
export function withEveryText(): void {
  beforeAll(async () => {
    const style = { setProperty: () => undefined };
    Object.assign(globalThis, { document: { documentElement: { lang: '', clientHeight: 800, style }, querySelector: () => null } });
    await startText();
    await everyText();
  });
}
