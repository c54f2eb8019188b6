import { anewOf } from '@parley/contract';
import { useId, useState } from 'react';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { useCommunications, useRecord, useStorePart } from '../context.ts';
import { AnewNote } from '../delivery/AnewNote.tsx';
import { channelWords } from '../room/meant-channels.ts';
import { draftWords } from '../room/room-words.ts';
import { draftsBeside } from '../state/draft-changes.ts';
import { type Draft, type DraftContent, draftKey, isEmpty, noContent, standsIn } from '../state/drafts.ts';
import { usedOf } from '../state/used-words.ts';
import { setDraft } from '../writing.ts';
import styles from './OtherDrafts.module.css';

interface OneProps {
  from: string;
  content: DraftContent;
  use: string;
  onUse: () => void;
  onDrop: () => void;
}

function One({ from, content, use, onUse, onDrop }: OneProps) {
  const text = useText();
  const words = useId();
  return (
    <li className={styles.one}>
      <span className={styles.from}>{from}</span>
      <span className={styles.words} id={words}>
        {draftWords(content, text)}
      </span>
      <span className={styles.verbs}>
        <Button variant="light" size="compact" aria-describedby={words} onClick={onUse}>
          {use}
        </Button>
        <Button variant="default" size="compact" aria-describedby={words} onClick={onDrop}>
          {text('COMMUNICATIONS_DRAFT_DROP')}
        </Button>
      </span>
    </li>
  );
}

/**
 * Above the field: whose place is taken by what stands in it, where that is so; and what was written for this room and is not in the field: before it,
 * in another window at the same time, and, while the field is empty, for another of the room's channels. Using it keeps what stood in the field;
 * dropping it, or what was to take another's place, can be taken back.
 */
export function OtherDrafts({ draft }: { draft: Draft }) {
  const text = useText();
  const { store } = useCommunications();
  const channels = useRecord(draft.roomId)?.room.channels ?? [];
  const others = draftsBeside(
    useStorePart(({ drafts }) => drafts),
    draft,
  );
  const [dropped, setDropped] = useState<{ key: string; content: DraftContent } | null>(null);
  const key = draftKey(draft.roomId, draft.channelId);
  const ofChannels = others.flatMap((other) => {
    const channel = channels.find(({ channelId }) => channelId === other.channelId);
    return channel === undefined ? [] : [{ other, channel }];
  });

  const use = (content: DraftContent, settled: readonly string[]) => {
    setDropped(null);
    setDraft(store, key, { ...usedOf(content), settled, aside: isEmpty(draft) ? [] : [standsIn(draft)] });
  };
  const takeFrom = (other: Draft) => {
    // What belongs to the other channel alone stays behind with it.
    use({ ...other, fields: {}, clientMessageId: '' }, []);
    setDraft(store, draftKey(other.roomId, other.channelId), noContent);
  };
  const drop = (of: string, content: DraftContent, settled: readonly string[]) => {
    setDropped({ key: of, content: standsIn(content) });
    setDraft(store, of, settled.length > 0 ? { settled } : noContent);
  };
  const takeBack = ({ key: of, content }: NonNullable<typeof dropped>) => {
    setDropped(null);
    setDraft(store, of, of === key && !isEmpty(draft) ? { aside: [content] } : usedOf(content));
  };
  const dropAnew = () => {
    drop(key, draft, []);
    document.querySelector<HTMLElement>('[data-composer] :is(textarea, [contenteditable=true])')?.focus();
  };
  return (
    <>
      {anewOf(draft.clientMessageId) === null || isEmpty(draft) ? null : <AnewNote onDrop={dropAnew} />}
      {draft.others.length + ofChannels.length === 0 && dropped === null ? null : (
        <ul className={styles.list} aria-label={text('COMMUNICATIONS_DRAFTS_OTHER')}>
          {draft.others.map((other) => (
            <One
              key={other.id}
              from={text(other.isAside === true ? 'COMMUNICATIONS_DRAFT_ASIDE' : 'COMMUNICATIONS_DRAFT_OF_WINDOW')}
              content={other}
              use={text('COMMUNICATIONS_DRAFT_USE')}
              onUse={() => use(other, [other.id])}
              onDrop={() => drop(key, other, [other.id])}
            />
          ))}
          {ofChannels.map(({ other, channel }) => (
            <One
              key={other.channelId}
              from={text('COMMUNICATIONS_DRAFT_OF_CHANNEL', { channel: channelWords({ channels }, channel, text) })}
              content={other}
              use={text('COMMUNICATIONS_DRAFT_USE_HERE')}
              onUse={() => takeFrom(other)}
              onDrop={() => drop(draftKey(other.roomId, other.channelId), other, [])}
            />
          ))}
          {dropped === null ? null : (
            <li className={styles.one}>
              <span className={styles.words} role="status">
                {text('COMMUNICATIONS_DRAFT_DROPPED')}
              </span>
              <span className={styles.verbs}>
                <Button variant="default" size="compact" onClick={() => takeBack(dropped)}>
                  {text('COMMUNICATIONS_DRAFT_TAKE_BACK')}
                </Button>
              </span>
            </li>
          )}
        </ul>
      )}
    </>
  );
}
