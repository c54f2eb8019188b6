import { expect, it } from 'vitest';
import { withPictures } from './html-pictures.ts';

const addresses: Record<string, string> = { 'a@b': 'cid:file-1', logo: '/x?a=1&b="2"' };
const of = (html: string): string => withPictures(html, (key) => addresses[key] ?? null);

it('puts the pictures of a mail at the addresses that it is told, however they are written', () => {
  expect(of('<p>a<img alt=x src="cid:A%40b">b<IMG SRC=cid:logo>c</p>')).toBe(
    '<p>a<img alt=x src="cid:file-1">b<IMG SRC=/x?a=1&#38;b=&#34;2&#34;>c</p>',
  );
});

it('leaves everything else as it is', () => {
  const html = '<a href="cid:logo">cid:logo</a><img src=cid:other><img src><!-- <img src="cid:logo"> --><img src="https://a.test/cid:logo"';
  expect(of(html)).toBe(html);
});
