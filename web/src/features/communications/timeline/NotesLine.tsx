import type { RoomEvent } from '@parley/contract';
import { useFormat } from '../../../format.ts';
import { currentLanguage, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useStorePart } from '../context.ts';
import { useGo, usePlace } from '../place.ts';
import type { History } from '../state/history.ts';
import styles from './SystemLines.module.css';

/** Those of them that are held, each once, the oldest first. */
function notesBetween(history: History | undefined, after: number, upTo: number): readonly RoomEvent[] {
  const held = [...(history?.events ?? []), ...(history?.arrived ?? [])];
  const between = held.filter(({ privateNo }) => privateNo > after && privateNo <= upTo);
  return [...new Map(between.map((note) => [note.id, note])).values()];
}

/** Where colleagues wrote notes beside the talk: how many, and by whom and when, as far as they are held; a click leads to them. */
export function NotesLine({ between: [after, upTo] }: { between: readonly [after: number, upTo: number] }) {
  const text = useText();
  const format = useFormat();
  const go = useGo();
  const { roomId } = usePlace();
  const history = useStorePart(({ state }) => state.rooms.get(roomId ?? '')?.private);
  const notes = notesBetween(history, after, upTo);
  const last = notes.at(-1);
  const count = text('COMMUNICATIONS_NOTES_BETWEEN', { count: upTo - after });
  const names = [...new Set(notes.flatMap(({ origin }) => origin.name ?? []))];
  const isWhole = last !== undefined && notes.length === upTo - after && names.length > 0;
  const list = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' });
  const words = isWhole
    ? text('COMMUNICATIONS_NOTES_BY', { words: count, names: list.format(names), time: format.time(last.createdAt) })
    : count;
  return (
    <button
      type="button"
      className={styles.fold}
      title={text('COMMUNICATIONS_ONLY_COLLEAGUES')}
      onClick={() => go({ tab: 2, eventId: isWhole ? (notes[0]?.id ?? null) : null })}
    >
      <Icon name="lock" size={14} />
      <span className={styles.words}>{words}</span>
    </button>
  );
}
