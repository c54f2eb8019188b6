import sanitizeHtml from 'sanitize-html';

/** Where a line ends in what was HTML. */
const LINE_END = /<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6]|blockquote|pre|ul|ol|table)>/gi;

/** The words of HTML that `harmlessHtml` made, as plain text. */
export function plainWords(html: string): string {
  const text = sanitizeHtml(html.replace(/\s*\n\s*/g, ' ').replace(LINE_END, '$&\n'), { allowedTags: [], allowedAttributes: {} });
  return unescaped(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** What the other function left escaped: it writes no other entities. */
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => SIGNS[name] ?? '').replaceAll('\u00a0', ' ');

/** Plain text as HTML that says the same, line for line. */
export const asHtml = (text: string): string =>
  text
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/ {2}/g, ' &#160;')
    .replaceAll('\n', '<br>');
