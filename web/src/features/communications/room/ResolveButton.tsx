import type { Conversation, Room } from '@parley/contract';
import { useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { useWorkingKeys } from '../../../commands/single-keys.ts';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LazyPopover } from '../../../ui/LazyPopover.tsx';
import { useRoomActions } from '../actions.ts';
import { useCommunications } from '../context.ts';
import { useColleagueName } from '../names.ts';
import { useGo } from '../place.ts';
import styles from './ResolveButton.module.css';
import { asSentence } from './room-words.ts';

/** Resolves a conversation after asking. What the focus stood on goes away with it: the frame puts it on what comes in its place. */
export function ResolveButton({ room, conversation }: { room: Room; conversation: Conversation }) {
  const text = useText();
  const { me, store } = useCommunications();
  const goTo = useGo();
  const nameOf = useColleagueName();
  const { resolve } = useRoomActions();
  /** As it stood when it was asked about: what comes while the question stands is not resolved unread. */
  const [asked, setAsked] = useState<{ room: Room; conversation: Conversation } | null>(null);
  const asks = asked !== null;
  const setAsks = (isOpen: boolean) => setAsked(isOpen ? { room, conversation } : null);
  const [isByKey, setByKey] = useState(false);
  const [works, setWorks] = useState(false);
  const keys = useWorkingKeys()('room.resolve');
  const holder = conversation.assignedUserId;
  useCommand('room.resolve', (given) => {
    setByKey(given === 'key');
    setAsks(true);
  });
  const go = async () => {
    if (asked === null) return;
    setWorks(true);
    const done = await resolve(asked.room, asked.conversation);
    setWorks(false);
    setAsked(null);
    // What kept it open is in the talk, which another tab may cover.
    const hasMore = (store.getState().state.rooms.get(room.id)?.room.publicCount ?? 0) > asked.room.publicCount;
    if (!done && hasMore) goTo({ tab: 0 });
  };
  return (
    <LazyPopover
      opened={asks}
      onChange={setAsks}
      position="bottom-end"
      shadow="md"
      width={320}
      label={text('COMMUNICATIONS_RESOLVE_QUESTION')}
      className={styles.question}
      button={
        <Button
          className={styles.resolve}
          leftSection={<Icon name="check" />}
          data-until-resolved
          onClick={() => {
            setByKey(false);
            setAsks(!asks);
          }}
          {...(keys === '' ? {} : { 'aria-keyshortcuts': keys })}
        >
          <span className={styles.verb}>{text('COMMUNICATIONS_RESOLVE')}</span>
        </Button>
      }
    >
      <p className={styles.asked}>{text('COMMUNICATIONS_RESOLVE_QUESTION')}</p>
      <p className={styles.words}>
        {holder === me || holder === null
          ? text('COMMUNICATIONS_RESOLVE_WORDS')
          : asSentence(text('COMMUNICATIONS_RESOLVE_OTHERS_WORDS', { name: nameOf(holder) }))}
      </p>
      <div className={styles.answers} data-until-resolved>
        {/* A letter typed in passing opens the question; the space after it must not answer it. */}
        <Button variant="default" onClick={() => setAsks(false)} data-autofocus={isByKey || undefined}>
          {text('FRAME_CANCEL')}
        </Button>
        <Button loading={works} onClick={() => void go()} data-autofocus={!isByKey || undefined}>
          {text('COMMUNICATIONS_RESOLVE')}
        </Button>
      </div>
    </LazyPopover>
  );
}
