import { useFormat } from '../../../format.ts';
import { currentLanguage, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useStorePart } from '../context.ts';
import { useGo, usePlace } from '../place.ts';
import { notesBetween } from '../state/noted.ts';
import styles from './SystemLines.module.css';

/** Where colleagues wrote notes beside the talk: how many, by whom, and when the last was; a click leads to them. */
export function NotesLine({ between: [after, upTo] }: { between: readonly [after: number, upTo: number] }) {
  const text = useText();
  const format = useFormat();
  const go = useGo();
  const { roomId } = usePlace();
  const record = useStorePart(({ state }) => state.rooms.get(roomId ?? ''));
  const count = text('COMMUNICATIONS_NOTES_BETWEEN', { count: upTo - after });
  const told = record === undefined ? null : notesBetween(record.noted, after, upTo);
  const list = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' });
  const words =
    told === null || told.names.length === 0
      ? count
      : text('COMMUNICATIONS_NOTES_BY', { words: count, names: list.format(told.names), time: format.time(told.lastAt) });
  const held = record?.private.events.find(({ privateNo }) => privateNo > after && privateNo <= upTo);
  return (
    <button
      type="button"
      className={styles.fold}
      title={text('COMMUNICATIONS_ONLY_COLLEAGUES')}
      onClick={() => go({ tab: 2, eventId: held?.privateNo === after + 1 ? held.id : null })}
    >
      <Icon name="lock" size={14} />
      <span className={styles.words}>{words}</span>
    </button>
  );
}
