import { CLIENT_MESSAGE_ID_LIMIT } from '@parley/contract';

/** In no id that a browser makes. */
const BETWEEN = '_';

/** The id of a further part of what was sent at once, by which it is known with the first; any other where that leaves no room for it. */
export function idOfPart(first: string, place: number): string {
  const id = `${first}${BETWEEN}${place}`;
  return place === 0 ? first : id.length <= CLIENT_MESSAGE_ID_LIMIT ? id : crypto.randomUUID();
}

/** The id of the first part of what was sent at once, and the place of this one in it. */
export function partOf(clientMessageId: string): { first: string; place: number } {
  const [first = '', place] = clientMessageId.split(BETWEEN);
  return { first, place: Number(place ?? 0) };
}
