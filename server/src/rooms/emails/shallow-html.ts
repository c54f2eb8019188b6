import { Tokenizer } from 'htmlparser2';

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** A second one ends the first, unless it stands in one of these. */
const ENDS_ITSELF = new Set('p li dt dd tr td th thead tbody tfoot option colgroup'.split(' '));
const HOLDS = new Set('table ul ol dl div blockquote body'.split(' '));

/**
 * The same HTML, no tag of which stands deeper than `deepest`: those that would are left out, with their ends, and so are ends of what was never begun. What
 * stands in them stays. A parser walks through everything that is open at each tag, so that what nobody closes costs the square of its length; this pass looks
 * through `deepest` at most.
 */
export function shallowHtml(html: string, deepest: number): string {
  const open: string[] = [];
  const kept: string[] = [];
  let from = 0;
  let name = '';
  let start = 0;
  const leaveOut = (begin: number, end: number): void => {
    kept.push(html.slice(from, begin));
    from = end;
  };
  const opened = (end: number): void => {
    if (VOID.has(name)) return;
    if (ENDS_ITSELF.has(name)) endBefore(open, name);
    if (open.length < deepest) open.push(name);
    else leaveOut(start, end + 1);
  };
  const nothing = (): void => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname(begin, end) {
        name = html.slice(begin, end).toLowerCase();
        start = begin - 1;
      },
      onopentagend: opened,
      onselfclosingtag: opened,
      onclosetag(begin, end) {
        const at = open.lastIndexOf(html.slice(begin, end).toLowerCase());
        if (at !== -1) open.length = at;
        else if (!/^(?:p|br)$/i.test(html.slice(begin, end))) {
          const stop = html.indexOf('>', end);
          leaveOut(begin - 2, stop === -1 ? html.length : stop + 1);
        }
      },
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
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

function endBefore(open: string[], name: string): void {
  for (let at = open.length - 1; at >= 0; at--) {
    const other = open[at] ?? '';
    if (other === name) open.length = at;
    if (other === name || HOLDS.has(other)) return;
  }
}
