import { VisitorPage } from '@parley/contract/entities/visitor-page';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPage } from './page.ts';

const HERE = { title: 'Lamps', address: 'https://shop.example/lamps?token=secret#basket', from: '' };
const anything = fc.oneof(fc.anything(), fc.record({ title: fc.anything(), address: fc.anything(), values: fc.anything() }));

describe('what a site says of its page', () => {
  it('is always something that the server takes, whatever it was', () => {
    fc.assert(
      fc.property(
        anything,
        fc.oneof(fc.string(), fc.webUrl()),
        (given, from) => VisitorPage.safeParse(readPage(given, { ...HERE, from })).success,
      ),
    );
  });

  it('comes before what the document says, of which no secret is told', () => {
    expect(readPage(undefined, HERE)).toEqual({ title: 'Lamps', address: 'https://shop.example/lamps', values: {} });
    const given = { title: 'Basket', address: 'javascript:alert(1)', values: { items: 3, coupon: 'SPRING', nothing: null } };
    expect(readPage(given, HERE)).toEqual({
      title: 'Basket',
      address: 'https://shop.example/lamps',
      values: { items: '3', coupon: 'SPRING' },
    });
  });

  it('tells of the other site that led there its page, without secrets, and of pages of the same site nothing', () => {
    const cameFrom = (from: string) => readPage(undefined, { ...HERE, from }).cameFrom;
    expect(cameFrom('https://search.example/results?q=lamps#top')).toBe('https://search.example/results');
    for (const nothing of ['', 'https://shop.example/', 'android-app://mail.example/', 'no address'])
      expect(cameFrom(nothing)).toBeUndefined();
  });
});
