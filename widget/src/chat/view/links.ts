/** A web address in running text: it ends at a space, a quote or a character that cannot be seen. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"'“”„«»\p{Default_Ignorable_Code_Point}]+/giu;

/**
 * A text in parts that alternate: what is only said, then what is a link (http and https alone), and so on; together they
 * are the text. What ends the sentence is not the link's, a bracket only where the link opened it.
 */
export function linkParts(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    let link = found;
    while (/[.,;:!?…*_~]$/.test(link) || (/[)\]}]$/.test(link) && unopened(link))) link = link.slice(0, -1);
    // An address that hides its host behind another's name (https://bank.example@…) stays a text.
    if (!URL.canParse(link) || new URL(link).username !== '') continue;
    parts.push(text.slice(from, index), link);
    from = index + link.length;
  }
  return [...parts, text.slice(from)];
}

function unopened(link: string): boolean {
  const close = link.at(-1) as string;
  const open = { ')': '(', ']': '[', '}': '{' }[close] as string;
  return link.split(close).length > link.split(open).length;
}
