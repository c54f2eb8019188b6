import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { smsSegments } from './sms-segments.ts';

/** Signs where cutting goes wrong: of the extension, pairs of surrogates, signs made of several. */
const awkward = fc.constantFrom('a', '€', '|', '\n', 'ж', '😀', '👩‍👩‍👧‍👦', 'e\u0301', '🇧🇬', '👍🏽', '\ud83d', '\r\n');
const texts = fc.oneof(
  fc.array(awkward, { maxLength: 400 }).map((signs) => signs.join('')),
  fc.array(fc.constantFrom('a', '€', '[', 'é', '~', ' '), { maxLength: 400 }).map((signs) => signs.join('')),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);

const septets = (text: string) => [...text].reduce((sum, sign) => sum + ('\f^{}\\[~]|€'.includes(sign) ? 2 : 1), 0);

describe('parts of a short message', () => {
  test.each([
    ['', 1, 'GSM', 160],
    ['a'.repeat(160), 1, 'GSM', 0],
    ['a'.repeat(161), 2, 'GSM', 145],
    [`${'a'.repeat(159)}€`, 2, 'GSM', 145],
    ['ж'.repeat(70), 1, 'UCS2', 0],
    ['ж'.repeat(71), 2, 'UCS2', 63],
    ['ж'.repeat(134), 2, 'UCS2', 0],
    ['ж'.repeat(135), 3, 'UCS2', 66],
    ['😀'.repeat(35), 1, 'UCS2', 0],
    ['😀'.repeat(36), 2, 'UCS2', 61],
    ['Ç', 1, 'GSM', 159],
    ['ç', 1, 'UCS2', 69],
    ['`', 1, 'UCS2', 69],
    ['“', 1, 'UCS2', 69],
    ['\u001b', 1, 'UCS2', 69],
  ])('%j takes %i parts in %s and leaves %i units', (text, partCount, encoding, unitsLeft) => {
    expect(smsSegments(text)).toMatchObject({ partCount, encoding, unitsLeft });
  });

  test('an emoji at a border goes whole into the next part, and the two septets of the euro sign stay together', () => {
    expect(smsSegments(`${'а'.repeat(66)}😀${'б'.repeat(10)}`).parts).toEqual(['а'.repeat(66), `😀${'б'.repeat(10)}`]);
    expect(smsSegments(`${'a'.repeat(152)}€${'a'.repeat(20)}`).parts).toEqual(['a'.repeat(152), `€${'a'.repeat(20)}`]);
  });

  test('joined, the parts are the text; none is longer than it may be; none is empty', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { parts, partCount, encoding, units, unitsLeft } = smsSegments(text);
        expect(parts.join('')).toBe(text);
        expect(parts).toHaveLength(partCount);
        const size = (part: string) => (encoding === 'GSM' ? septets(part) : part.length);
        const most = encoding === 'GSM' ? (partCount === 1 ? 160 : 153) : partCount === 1 ? 70 : 67;
        for (const part of parts) expect(size(part)).toBeLessThanOrEqual(most);
        if (text !== '') expect(parts).not.toContain('');
        expect(unitsLeft).toBe(most - size(parts.at(-1) ?? ''));
        expect(units).toBe(parts.reduce((sum, part) => sum + size(part), 0));
      }),
    );
  });

  test('no pair of surrogates and no sign that is seen as one is cut', () => {
    const whole = new Intl.Segmenter('und', { granularity: 'grapheme' });
    fc.assert(
      fc.property(texts, (text) => {
        const { parts, encoding } = smsSegments(text);
        if (encoding === 'GSM') return;
        const borders = new Set([...whole.segment(text)].map(({ index }) => index));
        let at = 0;
        for (const part of parts.slice(0, -1)) {
          at += part.length;
          expect(borders.has(at)).toBe(true);
        }
      }),
    );
  });

  test('a sign that is longer than a part is cut between its code points', () => {
    const monster = `ж${'\u0301'.repeat(200)}`;
    const { parts } = smsSegments(monster);
    expect(parts.join('')).toBe(monster);
    expect(Math.max(...parts.map((part) => part.length))).toBe(67);
  });
});
