import { harmlessHtml, hasColours, type Pictures } from './harmless-html.ts';

/**
 * Runs nothing, sends nothing, loads nothing but pictures that this server gives out, and is shown within our own pages alone. With its own
 * origin its height can be measured; links open windows that are bound by none of this.
 */
export const EMAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ');

const LIGHT = 'color-scheme: light; color: #1f1d24; background: #fff; --link: #5b3fb0; --line: #d9d7de';
const DARK = 'color-scheme: dark; color: #e8e6ee; background: #211f27; --link: #b7a4f5; --line: #4a4753';

const styles = (ground: string): string => `
:root { ${ground} }
body { margin: 12px; font: 14px/1.45 Roboto, Arial, sans-serif; overflow-wrap: anywhere; }
body > :first-child { margin-top: 0; }
body > :last-child { margin-bottom: 0; }
a { color: var(--link); }
img, table { max-width: 100%; }
img { height: auto; }
pre { white-space: pre-wrap; }
blockquote { margin: 8px 0; padding-left: 12px; border-left: 2px solid var(--line); }
`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * An e-mail as a page of its own. On a dark ground where that is asked for and the e-mail brings no colours of its own: those were chosen for
 * white paper, and would not be read on anything else.
 */
export function emailPage({ html, subject, dark, pictures }: { html: string; subject: string; dark: boolean; pictures: Pictures }): string {
  const body = harmlessHtml(html, pictures);
  const ground = dark && !hasColours(body) ? DARK : LIGHT;
  return `<!doctype html>
<html>
<head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>${escaped(subject)}</title><style>${styles(ground)}</style></head>
<body dir="auto">${body}</body>
</html>
`;
}

/** How many pictures of this e-mail lie elsewhere. */
export function remotePicturesIn(html: string): number {
  const found = new Set<string>();
  harmlessHtml(html, {
    own: () => null,
    remote(address) {
      found.add(address);
      return null;
    },
  });
  return found.size;
}
