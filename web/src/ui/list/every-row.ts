/** What a list answers of a page (contract: `pageOf`). */
export interface ListPage<Row> {
  content: Row[];
  page: number;
  size: number;
  totalElements: number;
  totalIsLowerBound?: boolean | undefined;
  last: boolean;
}

/** So many rows are read at a time: the most that a list gives. */
const AT_ONCE = 100;
/** So often it is begun anew when rows came or went meanwhile. */
const ATTEMPTS = 3;

/** Rows came and went faster than the list could be read. */
export class RestlessList extends Error {
  constructor() {
    super('the list changed while it was read');
    this.name = 'RestlessList';
  }
}

export interface ReadSoFar {
  read: number;
  /** Null where the list does not say how many there are. */
  total: number | null;
}

/**
 * Every row that a list has, page after page. Rows that come or go meanwhile move the others from page to page: then it is begun
 * anew, so that none is missed and none stands twice.
 *
 * @throws RestlessList when that goes on; whatever reading throws
 */
export async function everyRow<Row extends { id: string }>(
  readPage: (page: number, size: number) => Promise<ListPage<Row>>,
  onRead: (soFar: ReadSoFar) => void,
): Promise<Row[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const rows = new Map<string, Row>();
    let page = await readPage(0, AT_ONCE);
    const total = page.totalElements;
    let read = 0;
    for (;;) {
      for (const row of page.content) rows.set(row.id, row);
      read += page.content.length;
      onRead({ read: rows.size, total: page.totalIsLowerBound === true ? null : total });
      if (page.last) break;
      page = await readPage(page.page + 1, AT_ONCE);
    }
    if (read === rows.size && (page.totalIsLowerBound === true || (page.totalElements === total && total === rows.size))) {
      return [...rows.values()];
    }
  }
  throw new RestlessList();
}

/** Every row of a list that is read on from its last row: nothing that comes or goes moves the others. */
export async function everyRowAfter<Row extends { id: string }>(
  readAfter: (id: string | undefined) => Promise<{ content: Row[]; last: boolean }>,
  onRead: (soFar: ReadSoFar) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { content, last } = await readAfter(rows.at(-1)?.id);
    rows.push(...content);
    onRead({ read: rows.length, total: null });
    if (last || content.length === 0) return rows;
  }
}
