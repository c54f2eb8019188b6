import type { RoomEvent } from '@parley/contract';
import type { useText } from '../../../text.ts';
import { shortEventWords } from './event-words.ts';

/** More kinds than these are told by their number. */
const MOST_NAMED = 5;

/**
 * What many events in a row come to, each kind of words once with how often it was, in the order in which they began; what is beyond the first
 * few kinds as a number of events.
 */
export function foldedWords(
  events: readonly RoomEvent[],
  me: string,
  say: ReturnType<typeof useText>,
  joined: (names: readonly string[]) => string,
): readonly string[] {
  const times = new Map<string, number>();
  for (const event of events) {
    const words = shortEventWords(event, me, say, joined);
    times.set(words, (times.get(words) ?? 0) + 1);
  }
  const kinds = [...times];
  // One kind takes no more room than the words that stand for it.
  const named = kinds.length === MOST_NAMED + 1 ? kinds : kinds.slice(0, MOST_NAMED);
  const rest = kinds.slice(named.length).reduce((sum, [, number]) => sum + number, 0);
  const words = named.map(([one, number]) => (number === 1 ? one : say('COMMUNICATIONS_EVENTS_TIMES', { words: one, number })));
  return rest === 0 ? words : [...words, say('COMMUNICATIONS_EVENTS_MORE', { number: rest })];
}
