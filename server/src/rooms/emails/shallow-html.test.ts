import { Parser } from 'htmlparser2';
import { expect, it } from 'vitest';
import { shallowHtml } from './shallow-html.ts';

/** How often a parser looks at a tag that stands open: at each tag once at all of them. */
function lookedAt(html: string): { looks: number; tags: number; deepest: number } {
  let depth = 0;
  const found = { looks: 0, tags: 0, deepest: 0 };
  const look = () => {
    found.tags++;
    found.looks += depth;
    found.deepest = Math.max(found.deepest, depth);
  };
  const parser = new Parser({
    onopentag() {
      depth++;
      look();
    },
    onclosetag(_name, isImplied) {
      depth--;
      if (!isImplied) look();
    },
  });
  parser.write(html);
  parser.end();
  return found;
}

it.each([
  ['closed by nobody', '<div>'],
  ['closed in the wrong order', '<a><b></a>'],
  ['closed though never opened', '<b></i>'],
  ['tables in tables', '<table><tr><td>'],
  ['fonts in fonts', '<font color="red">a'],
])('what is %s costs a parser no more at its end than at its beginning', (_, piece) => {
  const bounded = shallowHtml(piece.repeat(10_000), 50);
  const { looks, tags, deepest } = lookedAt(bounded);
  expect(deepest).toBeLessThanOrEqual(50);
  expect(looks).toBeLessThanOrEqual(50 * Math.max(tags, 1));
});

it('leaves alone what an e-mail is made of, also where ends are left out as HTML allows', () => {
  const html = `<!doctype html><html><body>${'<p>one<br>'.repeat(300)}<ul>${'<li>two'.repeat(300)}</ul><table>${'<tr><td>3<td><b>4</b>'.repeat(300)}</table></p><img src=a></body></html>`;
  expect(shallowHtml(html, 50)).toBe(html);
});

it('leaves out tags that stand too deep, and none of their words', () => {
  expect(shallowHtml('<div>a<div>b<i>c</i><p>d</div>e</div>f', 2)).toBe('<div>a<div>bcd</div>e</div>f');
  expect(shallowHtml('a</b>c</div  >d', 2)).toBe('acd');
});
