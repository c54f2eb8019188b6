import { expect, it } from 'vitest';
import { harmlessHtml, hasColours, type Pictures } from './harmless-html.ts';

const none = { own: () => null, remote: () => null };
const shown = {
  own: (id: string) => `/files/${id}`,
  remote: (address: string) => `/files/email-pictures?of=${encodeURIComponent(address)}`,
};
const of = (html: string, pictures: Pictures = none) => harmlessHtml(html, pictures);

it.each([
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="java&#10;script:alert(1)">a</a>',
  '<a href=" &#1;javascript:alert(1)">a</a>',
  '<a href="data:text/html,<script>alert(1)</script>">a</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="https://evil.example"></object><embed src="https://evil.example">',
  '<form action="https://evil.example"><input name=a><button>Send</button></form>',
  '<base href="https://evil.example">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel="stylesheet" href="https://evil.example/a.css">',
  '<style>@import "https://evil.example/a.css"; body { background: url(https://evil.example/a) }</style>',
  '<p style="background-image: url(https://evil.example/a)">a</p>',
  '<p style="background: url(https://evil.example/a)">a</p>',
  '<p style="width: expression(alert(1))">a</p>',
  '<p style="color: red; position: fixed; top: 0">a</p>',
  '<table background="https://evil.example/a"><tr><td>a</td></tr></table>',
  '<video src="https://evil.example/a" autoplay></video><audio src="https://evil.example/a"></audio>',
  '<img srcset="https://evil.example/a 2x" src="https://evil.example/a">',
  '<img src="//evil.example/a">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<textarea><script>alert(1)</script></textarea>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<!--[if mso]><script>alert(1)</script><![endif]-->',
  '<a href="https://shop.example" ping="https://evil.example" onclick="alert(1)">a</a>',
])('leaves nothing in that runs, loads or reaches out: %s', (html) => {
  expect(of(html)).not.toMatch(
    /evil|script|alert|onerror|onload|onclick|<(iframe|object|embed|form|input|button|base|meta|link|style|svg|math|video|audio|textarea)|url\(|expression|position|data:|srcset|ping/i,
  );
});

it('keeps what an e-mail says, how it is set, and its colours', () => {
  const html =
    '<h1>Offer</h1><p style="color:#c00;font-family:Arial, sans-serif;margin:0 auto">Two <b>lamps</b></p><table width="600" cellpadding="4" bgcolor="#ffffff"><tr><td align="right">4.20</td></tr></table><blockquote>before</blockquote>';
  expect(of(html)).toBe(
    '<h1>Offer</h1><p style="color:#c00;font-family:Arial, sans-serif;margin:0 auto">Two <b>lamps</b></p><table width="600" cellpadding="4" bgcolor="#ffffff"><tr><td align="right">4.20</td></tr></table><blockquote>before</blockquote>',
  );
  expect(hasColours(of(html))).toBe(true);
  expect(hasColours(of('<p style="font-weight:bold">The color: red</p>'))).toBe(false);
});

it('opens links in windows that know nothing of ours', () => {
  expect(of('<a href="https://shop.example/a" target="_top" rel="opener">a</a>')).toBe(
    '<a href="https://shop.example/a" target="_blank" rel="noopener noreferrer nofollow">a</a>',
  );
});

it('takes pictures from where it is told alone, and without that keeps what they say in words', () => {
  const html =
    '<img src="cid:0193A6B2-0000-7000-8000-000000000001" alt="Leg" width="40"><img src="https://shop.example/a.png?x=1&amp;y=2">';
  expect(of(html)).toBe('<img alt="Leg" width="40" /><img alt="" />');
  expect(of(html, shown)).toBe(
    '<img alt="Leg" width="40" src="/files/0193a6b2-0000-7000-8000-000000000001" /><img alt="" src="/files/email-pictures?of=https%3A%2F%2Fshop.example%2Fa.png%3Fx%3D1%26y%3D2" />',
  );
});

it('is done in time with what is made to take long', () => {
  const began = performance.now();
  of('<div>'.repeat(20_000));
  of(`<p style="color:${' '.repeat(50_000)}x${'a '.repeat(50_000)}!">a</p>`);
  of(`<a href="${'a'.repeat(200_000)}">a</a>`);
  of('<b'.repeat(50_000));
  expect(performance.now() - began).toBeLessThan(3000);
});
