import { CLIENT_MESSAGE_ID_LIMIT } from '@parley/contract';

/** In no id that a browser makes. */
const BETWEEN = '_';

/** The id of a further part of what was sent at once, by which it is known with the first; any other where that leaves no room for it. */
export function idOfPart(first: string, place: number): string {
  const id = `${first}${BETWEEN}${place}`;
  return place === 0 ? first : id.length <= CLIENT_MESSAGE_ID_LIMIT ? id : crypto.randomUUID();
}

/** What is begun anew with the words of an id: it takes the place of the same undelivered message, where that one did (contract: `anewOf`). */
export function idAfter(id: string): string {
  const fresh = crypto.randomUUID();
  const [anew] = /^anew-.{36}/.exec(id) ?? [];
  return anew === undefined ? fresh : `${anew}-${fresh.slice(0, 8)}`;
}

/** The id of the first part of what was sent at once, and the place of this one in it. */
export function partOf(clientMessageId: string): { first: string; place: number } {
  const [first = '', place] = clientMessageId.split(BETWEEN);
  return { first, place: Number(place ?? 0) };
}
