import { Tokenizer } from 'htmlparser2';
import { contentIdKey } from './html-words.ts';

/**
 * The same HTML, the pictures of which that came with the mail stand at other addresses: `addressOf` is asked by the key of each Content-ID
 * (`contentIdKey`), and null leaves one as it is. Nothing else of the HTML changes.
 */
export function withPictures(html: string, addressOf: (key: string) => string | null): string {
  const kept: string[] = [];
  let from = 0;
  let tag = '';
  let attribute = '';
  let start = -1;
  let stop = -1;
  const nothing = (): void => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname(begin, end) {
        tag = html.slice(begin, Math.min(end, begin + 40)).toLowerCase();
      },
      onattribname(begin, end) {
        attribute = html.slice(begin, Math.min(end, begin + 40)).toLowerCase();
        start = -1;
      },
      onattribdata(begin, end) {
        if (start === -1) start = begin;
        stop = end;
      },
      onattribend() {
        if (tag !== 'img' || attribute !== 'src' || start === -1) return;
        const id = /^\s*cid:(.*)$/is.exec(html.slice(start, Math.min(stop, start + 2000)))?.[1];
        const address = id === undefined ? null : addressOf(contentIdKey(id.replaceAll('&amp;', '&')));
        if (address === null) return;
        kept.push(
          html.slice(from, start),
          address.replace(/[&<>"'\s]/g, (sign) => `&#${sign.charCodeAt(0)};`),
        );
        from = stop;
      },
      onattribentity: nothing,
      onclosetag: nothing,
      onopentagend: nothing,
      onselfclosingtag: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
      ontext: nothing,
      ontextentity: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  kept.push(html.slice(from));
  return kept.join('');
}
