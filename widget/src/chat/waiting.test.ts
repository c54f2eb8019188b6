import { widget as bg } from '@parley/contract/text/bg/widget';
import { widget as en } from '@parley/contract/text/en/widget';
import { expect, it } from 'vitest';
import { wordsOf } from './text.ts';
import { waitingWords } from './waiting.ts';

const words = wordsOf('en', en);
const say = (place: number | null, usualSeconds: number | null, opensAt: string | null = null, isAnybodyThere = true) =>
  waitingWords(words, 'Arrived.', { place, isAnybodyThere, usualSeconds, opensAt });

it('who waits is told their place, and how long it usually takes when that is known', () => {
  expect(say(1, null)).toBe('Arrived. You are next in line.');
  expect(say(7, 20)).toBe('Arrived. You are number 7 in line. It usually takes less than a minute.');
  expect(say(7, 70)).toBe('Arrived. You are number 7 in line. It usually takes about 1 minute.');
  expect(say(7, 250)).toBe('Arrived. You are number 7 in line. It usually takes about 4 minutes.');
  expect(say(null, null)).toBe('Arrived.');
});

it('where nobody is there no wait is promised', () => {
  expect(say(3, null, null, false)).toBe(
    'Nobody is here just now. Your message has arrived, and you are answered here as soon as somebody is back.',
  );
});

it('outside the hours they are told when somebody is back, by their own clock and in their language', () => {
  const at = '2026-12-07T07:00:00.000Z';
  const here = (locale: string) =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }).format(
      new Date(at),
    );
  expect(say(3, 60, at)).toBe(`Nobody is here just now. Your message has arrived, and somebody is back on ${here('en-GB')}.`);
  expect(waitingWords(wordsOf('bg', bg), '', { place: 3, isAnybodyThere: false, usualSeconds: null, opensAt: at })).toContain(
    here('bg-BG'),
  );
});
