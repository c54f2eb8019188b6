import { EMAIL_HTML_LIMIT, EMAIL_TEXT_LIMIT, type Email } from '@parley/contract';

/** What of an e-mail is kept: a history is read thirty events at a time, and the looks of one are made harmless each time they are shown. */
interface Kept {
  email: Omit<Email, 'multipartContent'>;
  html: string | null;
}

/** The same, cut where it is longer than what is kept; the e-mail then says so. */
export function withinBounds({ email, html }: Kept): Kept {
  const content = cut(email.content, EMAIL_TEXT_LIMIT);
  const looks = html === null ? null : withoutHalfTag(cut(html, EMAIL_HTML_LIMIT));
  const isCut = content.length < email.content.length || (html !== null && html.length > EMAIL_HTML_LIMIT);
  return { email: { ...email, content, ...(isCut ? { isCut } : {}) }, html: looks };
}

/** At most so many UTF-16 units, and no half of a sign. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

/** What stands open at the end is closed when it is shown; a tag of which half is missing would be shown as words. */
function withoutHalfTag(html: string): string {
  const open = html.lastIndexOf('<');
  return open > html.lastIndexOf('>') ? html.slice(0, open) : html;
}
