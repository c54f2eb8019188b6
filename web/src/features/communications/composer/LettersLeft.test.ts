import type { ChannelType } from '@parley/contract';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { everyText, startText } from '../../../text.ts';
import { LettersLeft } from './LettersLeft.tsx';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText().then(everyText);
});

const shown = (length: number, channelType?: ChannelType) => {
  const left = createElement(LettersLeft, { text: 'a'.repeat(length), channelType, onOver: () => undefined });
  return renderToStaticMarkup(left).replaceAll(/<[^>]+>/g, '');
};

test('a message is measured by what its channel takes: a note by ours, on Viber by less', () => {
  expect([shown(9500), shown(9501), shown(10_002)]).toEqual(['', '499 characters left', '2 characters too many']);
  expect([shown(800, 'VIBER'), shown(801, 'VIBER')]).toEqual(['', '199 characters left']);
  expect(shown(1001, 'VIBER')).toBe('1 character too many: Viber takes 1,000 at most');
  expect(shown(6600, 'VIBER_PUBLIC')).toBe('400 characters left');
  expect(shown(7002, 'VIBER_PUBLIC')).toMatch(/^2 characters too many: Viber .*7,000 at most$/);
});
