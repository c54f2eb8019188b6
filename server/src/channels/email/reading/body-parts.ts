import type { PartTree, SourcePart } from './part-tree.ts';

/** What is said in one place of a mail: in words, as HTML, or in both as two forms of the same. */
export interface Said {
  text: SourcePart | null;
  html: SourcePart | null;
}

export interface Sorted {
  said: Said[];
  /** Everything else, in the order of the mail. */
  files: SourcePart[];
  /** Parts of a report that its program reads: RFC 3464, RFC 8098. */
  reports: SourcePart[];
}

/** Which parts of a mail are its words, and which are files (RFC 2046; BUG-009: what HTML shows is decided by the HTML, not here). */
export function sortParts({ root }: PartTree): Sorted {
  const sorted: Sorted = { said: [], files: [], reports: [] };
  sort(root, sorted, null);
  return sorted;
}

const REPORTS = new Set(['message/delivery-status', 'message/global-delivery-status', 'message/disposition-notification']);

function sort(part: SourcePart, sorted: Sorted, alternative: Said | null): void {
  const type = part.type.value;
  if (part.children.length > 0) {
    const forms = type === 'multipart/alternative' ? { text: null, html: null } : alternative;
    if (forms !== null && forms !== alternative) sorted.said.push(forms);
    for (const child of part.children) sort(child, sorted, forms);
    return;
  }
  if (REPORTS.has(type)) sorted.reports.push(part);
  else if (!isWords(part, alternative !== null)) sorted.files.push(part);
  else {
    const form = type === 'text/html' ? 'html' : 'text';
    if (alternative === null) sorted.said.push({ text: null, html: null, [form]: part });
    else if (alternative[form] === null) alternative[form] = part;
    // Apple's Mail parts its HTML where files stand in it; both are shown.
    else sorted.said.push({ text: null, html: null, [form]: part });
  }
}

function isWords({ type, disposition, fields }: SourcePart, isAlternative: boolean): boolean {
  if (type.value !== 'text/plain' && type.value !== 'text/html') return false;
  if (disposition.value === 'attachment') return false;
  if (isAlternative) return true;
  const isNamed =
    disposition.parameters.has('filename') || (type.parameters.has('name') && fields.some(({ name }) => name === 'mime-version') === false);
  return !isNamed;
}
