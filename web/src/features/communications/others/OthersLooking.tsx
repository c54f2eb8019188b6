import { useEffect, useState } from 'react';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { currentLanguage, useText } from '../../../text.ts';
import { useCommunications } from '../context.ts';
import { useColleagueName, useColleaguePicture } from '../names.ts';
import { asSentence } from '../room/room-words.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { withRecord } from '../state/state.ts';
import { changeState } from '../store.ts';
import { type Looker, peopleOf } from './lookers.ts';
import styles from './Others.module.css';
import { watchLookers } from './watch-lookers.ts';

/** So many are named; of more it is said how many they are. */
const NAMED = 2;

/** Who else looks at the room, by id. Whoever has gone writes no more either. */
function useLookers(roomId: string): readonly string[] {
  const { me, line, store } = useCommunications();
  const [people, setPeople] = useState<readonly string[]>([]);
  useEffect(() => {
    let before: readonly string[] = [];
    const onChange = (lookers: readonly Looker[]) => {
      const now = peopleOf(lookers);
      const gone = before.filter((id) => !now.includes(id));
      before = now;
      setPeople((known) => (known.join() === now.join() ? known : now));
      if (gone.length === 0) return;
      changeState(store, (state) => {
        const record = state.rooms.get(roomId);
        const left = record?.typists.filter(({ originId }) => !gone.includes(originId));
        return record === undefined || left?.length === record.typists.length
          ? state
          : withRecord(state, roomId, { ...record, typists: left ?? [] });
      });
    };
    const stop = watchLookers({ roomId, me, line, onChange });
    return () => {
      stop();
      setPeople([]);
    };
  }, [roomId, me, line, store]);
  return people;
}

/** In the head of a customer's room: which colleagues look at it now, and who of them writes. */
export function OthersLooking({ record: { room, typists } }: { record: RoomRecord }) {
  const text = useText();
  const nameOf = useColleagueName();
  const pictureOf = useColleaguePicture();
  const people = useLookers(room.id);
  const isWriting = (id: string) => typists.some(({ originType, originId }) => originType === 'USER' && originId === id);
  const named = (ids: readonly string[]) => {
    const firsts = ids.slice(0, NAMED).map((id) => asSentence(nameOf(id).split(' ')[0] ?? ''));
    const more = ids.length > NAMED ? [text('OTHERS_MORE', { count: ids.length - NAMED })] : [];
    return together([...firsts, ...more]);
  };
  const writers = people.filter(isWriting);
  const readers = people.filter((id) => !isWriting(id));
  const said = [
    ...(writers.length === 0 ? [] : [{ key: writers.length === 1 ? 'OTHERS_WRITES' : 'OTHERS_WRITE', ids: writers } as const]),
    ...(readers.length === 0 ? [] : [{ key: readers.length === 1 ? 'OTHERS_LOOKS' : 'OTHERS_LOOK', ids: readers } as const]),
  ];
  const whole = said.map(({ key, ids }) => text(key, { names: together(ids.map((id) => asSentence(nameOf(id)))) })).join(', ');
  return (
    <span className={styles.others} role="status" data-others title={whole}>
      {people.slice(0, NAMED).map((id) => (
        <ColleagueAvatar key={id} name={asSentence(nameOf(id))} pictureId={pictureOf(id)} size={20} />
      ))}
      {said.length === 0 ? null : (
        <span className={styles.words}>
          {said.map(({ key, ids }, at) => {
            // What they do is the word that matters: where it is narrow, names are cut.
            const [before, names, after] = text(key, { names: `\n${named(ids)}\n` }).split('\n');
            return (
              <span key={key} className={styles.saying}>
                <span>{`${at === 0 ? '' : ', '}${before}`}</span>
                <span className={styles.names}>{names}</span>
                <span data-does>{after}</span>
              </span>
            );
          })}
        </span>
      )}
    </span>
  );
}

const together = (names: readonly string[]): string => new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(names);
