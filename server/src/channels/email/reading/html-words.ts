import { Tokenizer } from 'htmlparser2';

/** An e-mail's HTML as words, and what else is to be known of it. */
export interface HtmlWords {
  text: string;
  /** Where lines of `text` come from: `[offset in text, offset in the HTML]`, both rising. */
  lines: [number, number][];
  /** Keys (`contentIdKey`) of the pictures that it shows. */
  shown: Set<string>;
  /** Where an element begins in which mail programs put what was said before; null where none does. */
  history: number | null;
  /** Words stand behind what is quoted: it was answered below. */
  isAnsweredBelow: boolean;
}

const BLOCKS = new Set(
  'address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
const PARAGRAPHS = new Set('p h1 h2 h3 h4 h5 h6 blockquote ul ol table pre'.split(' '));
const HIDDEN = new Set(['script', 'style', 'title', 'head', 'template', 'noscript', 'svg', 'math', 'object', 'select', 'textarea']);

/** By class or id: Gmail, Outlook on the web and its apps, Thunderbird, Yahoo, Proton, Tutanota, Zoho, mail.ru, abv.bg, iCloud. */
const HISTORY =
  /(?:^|\s)(?:gmail_quote(?:_container)?|gmail_extra|divrplyfwdmsg|appendonsend|mail-editor-reference-message-container|olk_src_body_section|moz-cite-prefix|moz-forward-container|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|mailru-blockquote|abv-quote|outlookmessageheader|reply-intro|isforwardcontent)(?:\s|$)/i;
/** The line that Outlook for the desktop draws above what it quotes. */
const OUTLOOK_LINE = /border:\s*none;\s*border-top:\s*solid\s+#(?:e1e1e1|b5c4df)\s+1\.0pt/i;

/** Of more spaces in a row the rest is left out: so they are typed to push words out of sight. */
const LONGEST_SPACE = 200;

/** How Content-IDs are compared: a `cid:` address is percent-encoded, and mailers change capitals. */
export function contentIdKey(id: string): string {
  const bare = id.trim().replace(/^<|>$/g, '');
  try {
    return decodeURIComponent(bare).toLowerCase();
  } catch {
    return bare.toLowerCase();
  }
}

/** One pass over the HTML, whatever is wrong with it: tags are met one by one, and none waits for its end. */
export function htmlWords(html: string): HtmlWords {
  const out: string[] = [];
  const lines: [number, number][] = [];
  const shown = new Set<string>();
  let length = 0;
  let breaks = 2;
  let isSpace = true;
  let hidden: string | null = null;
  let hiddenDepth = 0;
  let preformatted = 0;
  let quotes = 0;
  let history: number | null = null;
  let isAnsweredBelow = false;
  let wasQuoted = false;
  let spaces = 0;
  let tag = '';
  let tagStart = 0;
  let attribute = '';
  let value = '';

  const push = (text: string): void => {
    out.push(text);
    length += text.length;
  };
  const breakLine = (wanted: number): void => {
    if (length === 0) return;
    while (breaks < wanted) {
      push('\n');
      breaks++;
    }
    isSpace = true;
  };
  const say = (text: string, at: number): void => {
    if (hidden !== null || text === '') return;
    spaces = /^\u00a0+$/.test(text) ? spaces + text.length : 0;
    if (spaces > LONGEST_SPACE) return;
    const words = preformatted > 0 ? text.replace(/\r\n?/g, '\n') : text.replace(/[ \t\r\n\f]+/g, ' ');
    const shownWords = isSpace && preformatted === 0 ? words.replace(/^ /, '') : words;
    if (shownWords === '') return;
    if (breaks > 0) lines.push([length, at]);
    push(shownWords);
    isSpace = shownWords.endsWith(' ');
    breaks = /\n$/.test(shownWords) ? 1 : 0;
    if (/[^\s\u00a0\u200b]/.test(shownWords)) isAnsweredBelow = wasQuoted && quotes === 0;
  };
  const attributeEnded = (): void => {
    const said = value.slice(0, 2000);
    if (tag === 'img' && attribute === 'src') picture(said);
    else if (attribute === 'background') picture(said);
    else if (attribute === 'style') for (const [, id = ''] of said.matchAll(/url\(\s*["']?cid:([^"')]+)/gi)) shown.add(contentIdKey(id));
    if (history === null && hidden === null) {
      const isHistory =
        ((attribute === 'class' || attribute === 'id') && HISTORY.test(said)) ||
        (attribute === 'style' && OUTLOOK_LINE.test(said)) ||
        (attribute === 'type' && tag === 'blockquote' && /^cite$/i.test(said.trim()));
      if (isHistory) history = tagStart;
    }
    value = '';
  };
  const picture = (address: string): void => {
    const id = /^\s*cid:(.*)$/is.exec(address)?.[1];
    if (id !== undefined) shown.add(contentIdKey(id));
  };
  const opened = (): void => {
    if (hidden !== null) {
      if (tag === hidden) hiddenDepth++;
      return;
    }
    if (HIDDEN.has(tag)) {
      hidden = tag;
      hiddenDepth = 1;
      return;
    }
    if (tag === 'br') {
      push('\n');
      breaks = Math.min(breaks + 1, 2);
      isSpace = true;
    } else if (tag === 'td' || tag === 'th') {
      if (breaks === 0 && !isSpace) say(' ', tagStart);
    } else if (BLOCKS.has(tag)) breakLine(PARAGRAPHS.has(tag) ? 2 : 1);
    if (tag === 'li') say('• ', tagStart);
    if (tag === 'pre') preformatted++;
    if (tag === 'blockquote') {
      quotes++;
      wasQuoted = true;
    }
  };
  const closed = (name: string): void => {
    if (hidden !== null) {
      // A head that is never closed ends where the body begins.
      if (name === hidden && --hiddenDepth === 0) hidden = null;
      return;
    }
    if (name === 'blockquote' && quotes > 0) quotes--;
    if (name === 'pre' && preformatted > 0) preformatted--;
    if (BLOCKS.has(name)) breakLine(PARAGRAPHS.has(name) ? 2 : 1);
  };

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = html.slice(start, Math.min(end, start + 40)).toLowerCase();
        tagStart = start - 1;
        if (hidden === 'head' && tag === 'body') hidden = null;
      },
      onattribname(start, end) {
        attribute = html.slice(start, Math.min(end, start + 40)).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        if (value.length < 2000) value += html.slice(start, Math.min(end, start + 2000));
      },
      onattribentity(codepoint) {
        if (value.length < 2000) value += String.fromCodePoint(codepoint);
      },
      onattribend: attributeEnded,
      onopentagend: opened,
      onselfclosingtag: opened,
      onclosetag: (start, end) => closed(html.slice(start, Math.min(end, start + 40)).toLowerCase()),
      ontext: (start, end) => say(html.slice(start, end), start),
      ontextentity: (codepoint, end) => say(codepoint === 0xa0 ? '\u00a0' : String.fromCodePoint(codepoint), Math.max(0, end - 1)),
      oncdata: () => undefined,
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onend: () => undefined,
      onprocessinginstruction: () => undefined,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return { text: out.join(''), lines, shown, history, isAnsweredBelow };
}
