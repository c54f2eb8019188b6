import { EMAIL_HTML_LIMIT, EMAIL_TEXT_LIMIT } from '@parley/contract';
import { expect, it } from 'vitest';
import { someEmail } from '../../../test/emails.ts';
import { withinBounds } from './email-bounds.ts';

const { multipartContent: _looks, ...email } = someEmail();

it('an e-mail within its bounds is kept as it came', () => {
  const html = `<p>${'x'.repeat(EMAIL_HTML_LIMIT - 7)}</p>`;
  expect(withinBounds({ email, html })).toEqual({ email, html });
  expect(withinBounds({ email, html: null })).toEqual({ email, html: null });
});

it('a longer one is cut and says so, in its looks without half a tag and in its text without half a sign', () => {
  const words = 'x'.repeat(EMAIL_HTML_LIMIT - 10);
  const looks = withinBounds({ email, html: `<p>${words}<img src="a.png"></p>` });
  expect([looks.html, looks.email.isCut]).toEqual([`<p>${words}`, true]);
  const text = withinBounds({ email: { ...email, content: `${'x'.repeat(EMAIL_TEXT_LIMIT - 1)}😊!` }, html: null });
  expect([text.email.content.length, text.email.content.isWellFormed(), text.email.isCut]).toEqual([EMAIL_TEXT_LIMIT - 1, true, true]);
});
