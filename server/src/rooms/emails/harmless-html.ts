import { openable } from '@parley/contract';
import sanitizeHtml from 'sanitize-html';
import { shallowHtml } from './shallow-html.ts';

/** Where the pictures of an e-mail are fetched from; null leaves one out, and what it says in words stays. */
export interface Pictures {
  /** A file that came with the e-mail, by its id. */
  own: (fileId: string) => string | null;
  /** One that lies elsewhere, by its address. */
  remote: (address: string) => string | null;
}

const TEXT_TAGS = [
  'a abbr acronym address b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em font',
  'h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small span strike strong sub sup',
  'table tbody td tfoot th thead time tr tt u ul var wbr',
].flatMap((tags) => tags.split(' '));

/** Left out with everything in them: what runs, what is no text, and what styles others. */
const TAGS_WITH_CONTENT = [
  'script',
  'style',
  'title',
  'textarea',
  'option',
  'select',
  'noscript',
  'template',
  'svg',
  'math',
  'object',
  'iframe',
];

const LENGTH = String.raw`-?\d{1,4}(?:\.\d{1,4})?(?:px|pt|em|rem|%|ex|ch)?`;
const WORD = '[a-z][a-z-]{0,30}';
const COLOUR = String.raw`#[0-9a-f]{3,8}|rgba?\([\d\s.,%/]{1,40}\)|hsla?\([\d\s.,%/deg]{1,40}\)|[a-z]{3,24}`;
/** Values of a few words, numbers and colours: no function but those of colours, so no address either. */
const VALUE = new RegExp(`^(?:(?:${LENGTH}|${WORD}|${COLOUR})(?:\\s*,\\s*|\\s+|$)){1,8}$`, 'i');
const FONTS = /^[\w\s,'"-]{1,200}$/;

const STYLES = [
  'background-color border border-bottom border-collapse border-color border-left border-radius border-right border-spacing border-style',
  'border-top border-width clear color direction display float font-size font-style font-variant font-weight height letter-spacing',
  'line-height list-style-type margin margin-bottom margin-left margin-right margin-top max-width min-width padding padding-bottom padding-left',
  'padding-right padding-top text-align text-decoration text-indent text-transform vertical-align white-space width word-break',
].flatMap((names) => names.split(' '));

const STYLE_NAMES = new Set(STYLES);
/** Of an e-mail, so that what is written like its neighbours, as Outlook does, is read once. */
const MOST_STYLES_REMEMBERED = 1000;

/**
 * The declarations of a style that are known, and no others: what a quote or a bracket would have held together falls apart, and a piece stays only if it
 * could stand alone. A whole parser of CSS for each tag took seconds.
 */
function harmlessStyle(style: string): string {
  const kept: string[] = [];
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const said = declaration.slice(colon + 1).trim();
    const value = said.replace(/!\s*important$/i, '').trimEnd();
    const isKnown = name === 'font-family' ? FONTS.test(value) : STYLE_NAMES.has(name) && VALUE.test(value);
    if (colon > 0 && isKnown) kept.push(`${name}:${value}${value.length === said.length ? '' : ' !important'}`);
  }
  return kept.join(';');
}

const EVERYWHERE = ['align', 'bgcolor', 'color', 'dir', 'face', 'height', 'lang', 'size', 'style', 'title', 'valign', 'width'];
const CELLS = ['border', 'cellpadding', 'cellspacing', 'colspan', 'nowrap', 'rowspan', 'span', 'start', 'type', 'value'];

/** What is longer is left out unread. */
const LONGEST_STYLE = 2000;
/** Deeper than this, what is in it stands beside its neighbours. */
const DEEPEST = 250;

/**
 * An e-mail's HTML without anything that runs, asks, loads, or reaches beyond its own page: tags, attributes and styles that are known, and no
 * others. Links open pages, numbers and addresses of mail, in windows that know nothing of ours.
 */
export function harmlessHtml(html: string, pictures: Pictures): string {
  const styles = new Map<string, string>();
  const styleOf = (style: string): string => {
    const known = styles.get(style) ?? harmlessStyle(style);
    if (styles.size < MOST_STYLES_REMEMBERED) styles.set(style, known);
    return known;
  };
  return sanitizeHtml(shallowHtml(html, DEEPEST), {
    allowedTags: TEXT_TAGS,
    nonTextTags: TAGS_WITH_CONTENT,
    allowedAttributes: { '*': [...EVERYWHERE, ...CELLS], a: ['href', 'target', 'rel'], img: ['src', 'alt'] },
    parseStyleAttributes: false,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    // Which pictures may be at such an address is said by `pictures`.
    allowedSchemesByTag: { img: ['http', 'https', 'cid'] },
    allowProtocolRelative: false,
    nestingLimit: DEEPEST,
    transformTags: {
      '*': (tagName, { style, ...attribs }) => {
        const kept = style === undefined || style.length > LONGEST_STYLE ? '' : styleOf(style);
        return { tagName, attribs: kept === '' ? attribs : { ...attribs, style: kept } };
      },
      a: (tagName, { href, target: _target, rel: _rel, ...attribs }) => {
        const address = href === undefined ? null : openable(href);
        const links = address === null ? {} : { href: address, target: '_blank', rel: 'noopener noreferrer nofollow' };
        return { tagName, attribs: { ...attribs, ...links } };
      },
      img: (tagName, { src, ...attribs }) => {
        const shown = src === undefined ? null : pictureOf(src.trim(), pictures);
        return { tagName, attribs: { ...attribs, alt: attribs.alt ?? '', ...(shown === null ? {} : { src: shown }) } };
      },
    },
  });
}

function pictureOf(src: string, { own, remote }: Pictures): string | null {
  if (/^cid:/i.test(src)) return own(src.slice('cid:'.length).toLowerCase());
  const address = openable(src);
  return address !== null && /^https?:/i.test(address) ? remote(address) : null;
}

/** Does this HTML, which `harmlessHtml` made, bring colours of its own? Then it is shown on the ground that it was made for. */
export const hasColours = (html: string): boolean => /<[^>]*(?:\b(?:background-)?color\s*[:=]|\bbgcolor\s*=)/i.test(html);
