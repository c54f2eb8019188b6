import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { iconNames } from './icon-names.ts';

it('holds exactly the icons that may be asked for, and a glyph for every channel', () => {
  const ids = [...readFileSync(new URL('./icons.svg', import.meta.url), 'utf8').matchAll(/<symbol id="([\w-]+)"/g)].map(
    (match) => match[1],
  );
  const channels = ['email', 'livechat', 'messenger', 'internal', 'viber-public', 'viber', 'whatsapp', 'sms', 'phone'];
  expect(ids.toSorted()).toEqual([...iconNames.map((name) => `i-${name}`), ...channels.map((name) => `c-${name}`), 'logo'].toSorted());
});
