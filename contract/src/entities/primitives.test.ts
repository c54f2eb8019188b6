import { describe, expect, it } from 'vitest';
import { BY_CLOCK, isSentByClock } from '../sent-by-clock.ts';
import { hasVisible } from '../visible.ts';
import { askedNumber, ClientMessageId, formLines, formText, requiredText, WebAddress, writtenText } from './primitives.ts';

describe('text that a person wrote', () => {
  it.each([
    ['spaces', ' \t\n\u00a0\u3000'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['a soft hyphen and marks of direction', '\u00ad\u200e\u202e'],
    ['Hangul and Khmer fillers', '\u3164\u115f\u17b4'],
    ['a variation selector', '\ufe0f'],
    ['controls', '\u0007\u0085'],
    ['braille without dots', '\u2800'],
  ])('is empty when it is only %s', (_what, text) => {
    expect(hasVisible(text)).toBe(false);
    expect(writtenText(100).safeParse(text).success).toBe(false);
  });

  it('may hold them beside what can be seen', () => {
    for (const text of ['a\u200b', '👩\u200d🔧', '❤\ufe0f', 'می\u200cخواهم', '.', '⠁'])
      expect([text, writtenText(100).safeParse(text).success]).toEqual([text, true]);
  });
});

describe('what a form brings', () => {
  it('is one line where names stand, and lines where there is room for them', () => {
    expect(formText(100).parse('  Ana\r\nhttp://evil.example\u2028\u0007Ts.\n')).toBe('Ana http://evil.example Ts.');
    expect(formLines(100).parse('  One.\nTwo.\n')).toBe('One.\nTwo.');
  });

  it('keep nothing that turns the direction of writing, where a name or an address stands', () => {
    expect(formText(50).parse(' \u202Etxet \u2066desrever\u2069\u200F')).toBe('txet desrever');
    expect(requiredText(50).safeParse('\u202E').success).toBe(false);
    // What somebody writes stays as they wrote it.
    expect(writtenText(50).parse('\u202Eas written')).toBe('\u202Eas written');
  });

  it('refuses U+0000 and replaces lone surrogates', () => {
    for (const text of [formText(9), formLines(9)]) {
      expect(text.safeParse('a\u0000b').success).toBe(false);
      expect(text.parse('a\ud800b')).toBe('a\ufffdb');
    }
  });

  it('is no web address with half a character in it', () => {
    expect(WebAddress.safeParse('https://x.example/\ud800').success).toBe(false);
    expect(WebAddress.parse(' https://x.example/😀 ')).toBe('https://x.example/😀');
  });
});

describe('a number that is asked for', () => {
  it('is written in decimal digits and in no other way, or is a number already', () => {
    const page = askedNumber(0, 10_000);
    expect(['0', '7', '0010', 7].map((given) => page.parse(given))).toEqual([0, 7, 10, 7]);
    for (const given of ['', ' ', '1e3', '0x10', '-1', '+1', '1.0', '1,0', '٣', 'Infinity', '10001', '9'.repeat(30), 1.5, null, true, [1]])
      expect([given, page.safeParse(given).success]).toEqual([given, false]);
  });
});

describe('the id of a message', () => {
  it('is the client’s: one that says that the clock sent it is made by the server alone', () => {
    for (const id of ['0193a1de-0000-7000', 'latern-of-mine', 'not-later-at-all'])
      expect([id, ClientMessageId.safeParse(id).success]).toEqual([id, true]);
    const own = `${BY_CLOCK}0193a1de-0000-7000`;
    expect([isSentByClock(own), ClientMessageId.safeParse(own).success]).toEqual([true, false]);
    for (const id of ['short', 'a'.repeat(65), 'with space']) expect([id, ClientMessageId.safeParse(id).success]).toEqual([id, false]);
  });
});
