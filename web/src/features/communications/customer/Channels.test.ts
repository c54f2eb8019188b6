import type { Room } from '@parley/contract';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { everyText, startText } from '../../../text.ts';
import { Channels } from './Channels.tsx';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText().then(everyText);
});

const sms = {
  channelId: 'a',
  channelType: 'SMS',
  channelApplicationId: 'x',
  name: 'Our SMS',
  timestamp: '2026-11-02T08:00:00.000Z',
} as const;
const shown = (more: Partial<Room['channels'][number]>) =>
  renderToStaticMarkup(createElement(Channels, { channels: [{ ...sms, ...more }], facts: undefined })).replaceAll(/<[^>]+>/g, ' ');

test('a channel is told by the customer’s own address before anything else of them is read, and by our end where they have none', () => {
  expect(shown({ phoneNumber: '+359888123456' })).toContain('+359 88 812 3456');
  expect(shown({ sender: '1917' })).toContain('1917');
  expect(shown({})).toContain('Our SMS');
});

test('our end is named where the customer is reached at one number by two of one type', () => {
  const channels = [sms, { ...sms, channelId: 'b', channelApplicationId: 'y', name: 'Varna' }].map((one) => ({
    ...one,
    phoneNumber: '+359888123456',
  }));
  const words = renderToStaticMarkup(createElement(Channels, { channels, facts: undefined })).replaceAll(/<[^>]+>/g, ' ');
  expect(words).toContain('+359 88 812 3456 · Our SMS');
  expect(words).toContain('+359 88 812 3456 · Varna');
});

test('one by which nothing reaches them is marked with why', () => {
  expect(shown({ unsubscribed: true })).toContain('unsubscribed');
  expect(shown({ closed: true })).toContain('switched off');
  expect(shown({ sender: '1917' })).toContain('takes no replies');
  expect(shown({ phoneNumber: '+359888123456' })).not.toMatch(/unsubscribed|switched off|no replies/);
});
