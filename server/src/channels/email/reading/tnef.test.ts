import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tnef, tnefOfRtf } from '../../../../test/mails/tnef-file.ts';
import { readTnef } from './tnef.ts';

const rich = tnef({ body: 'See picture', files: [{ name: 'a long name of a log.zip', content: Buffer.from('PK') }] });

it('unpacks the text and the files under their long names (BUG-005)', () => {
  expect(readTnef(rich)).toEqual({
    text: 'See picture',
    html: null,
    files: [{ name: 'a long name of a log.zip', type: 'application/octet-stream', contentId: null, content: Buffer.from('PK') }],
  });
});

it('unpacks the HTML and the text that Outlook keeps in RTF, and leaves RTF of its own kind a file', () => {
  const html =
    "{\\rtf1\\ansi\\ansicpg1251\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fcharset204 Arial;}}{\\*\\htmltag64 <p>}\\htmlrtf{\\f0\\htmlrtf0 \\'cb\\'e0\\'ec\\'ef\\'e0{\\*\\htmltag72 </p>}\\htmlrtf }\\htmlrtf0 }";
  expect(readTnef(tnefOfRtf(html)).html).toBe('<p>Лампа</p>');
  expect(readTnef(tnefOfRtf('{\\rtf1\\ansi\\ansicpg1252\\fromtext \\deff0{\\fonttbl{\\f0 Arial;}}\\f0 Lamp}')).text).toBe('Lamp');
  expect(readTnef(tnefOfRtf('{\\rtf1\\ansi Lamp}')).files).toMatchObject([{ name: 'message.rtf', type: 'application/rtf' }]);
});

it('throws for what ends before its end, and for whatever is no TNEF, and reads nothing beyond', () => {
  for (let length = 7; length < rich.length - 1; length++) {
    const cut = rich.subarray(0, length);
    try {
      expect(readTnef(cut).files.length).toBeLessThanOrEqual(1);
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
  }
  expect(() => readTnef(rich.subarray(0, 90))).toThrow();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (tail) => {
      try {
        readTnef(Buffer.concat([rich.subarray(0, 60), tail]));
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
  );
});
