import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkParts } from './links.ts';

const linksOf = (text: string) => linkParts(text).filter((_, at) => at % 2 === 1);

describe('links in a message', () => {
  it.each([
    ['See https://shop.example/lamps?id=7#size.', ['https://shop.example/lamps?id=7#size']],
    ['(http://a.example), https://b.example/x_(y)!', ['http://a.example', 'https://b.example/x_(y)']],
    ['„https://магазин.example/лампи“', ['https://магазин.example/лампи']],
    ['HTTPS://A.EXAMPLE…', ['HTTPS://A.EXAMPLE']],
    ['two\nhttps://a.example\nhttps://b.example', ['https://a.example', 'https://b.example']],
    ['https://a.example\u202egpj.exe', ['https://a.example']],
  ])('are found in %j', (text, links) => {
    expect(linksOf(text)).toEqual(links);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example',
    'www.shop.example',
    'xhttps://a.example',
    'https://',
    'https://bank.example@other.example/',
  ])('are not seen in %j', (text) => {
    expect(linkParts(text)).toEqual([text]);
  });

  it('leave the text as it was, and are all web addresses', () => {
    const piece = fc.constantFrom('https://', 'http://', 'a.example', ')', '(', '.', ' ', '@', '"', '<b>', 'javascript:', '\u200b', 'и');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        const text = pieces.join('');
        expect(linkParts(text).join('')).toBe(text);
        for (const link of linksOf(text)) expect(new URL(link).protocol).toMatch(/^https?:$/);
      }),
    );
  });
});
