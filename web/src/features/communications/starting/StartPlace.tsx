import { isBeginFailure } from '@parley/contract';
import { useEffect } from 'react';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { ChannelChooser } from '../composer/ChannelChooser.tsx';
import styles from '../composer/Composer.module.css';
import { ComposerBar, useBarWords } from '../composer/ComposerBar.tsx';
import { spokenOf } from '../composer/spoken-of.ts';
import { useToNotes } from '../composer/use-to-notes.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { useGo } from '../place.ts';
import { roomName } from '../room/room-words.ts';
import { TakeButton } from '../room/TakeButton.tsx';
import { useChosen } from '../room/use-chosen.ts';
import { heldBy, isOneOfSeveral } from '../state/lists.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { chooseChannel } from '../writing.ts';
import { add, start } from './begin.ts';
import { useChannelsOf, useToBegin } from './channels.ts';
import { dropFailures } from './marks.ts';
import own from './StartPlace.module.css';
import { useChannelWords } from './use-channel-words.ts';

/**
 * Stands where nothing can be written yet: the channel, and what begins a conversation on it (communications, section 4). While it is being
 * started it says so; where that failed it says why, and it can be tried again.
 */
export function StartPlace({ record, wanted }: { record: RoomRecord; wanted: string | undefined }) {
  const text = useText();
  const communications = useCommunications();
  const { me, store } = communications;
  const { room } = record;
  const chosen = useChosen();
  const go = useGo();
  const toNotes = useToNotes(room.id);
  const isChosen = useStorePart(({ channels }) => channels.has(room.id));
  const channels = useChannelsOf(room);
  const channel = useToBegin(room, channels, wanted);
  const wordsOf = useChannelWords(room);
  const about = spokenOf(room, me, channel?.channelId);
  const barWords = useBarWords(room, about);
  useEffect(() => () => dropFailures(store), [store]);
  const found = channel && wordsOf(channel);
  const writable = found?.state.enabled ? channel?.channelId : undefined;
  useEffect(() => {
    if (writable !== undefined) chooseChannel(store, room.id, writable);
  }, [store, room.id, writable]);
  if (channel === undefined || found === undefined) return <ComposerBar record={record} channelId={wanted} />;

  const { state, words } = found;
  const waits = about?.state === 'UNASSIGNED';
  const isResolved = room.state === 'RESOLVED';
  const [mine] = heldBy(room, me).toSorted((a, b) => Number(b === chosen) - Number(a === chosen));
  const isUnderWay = state.isStartingANewConversation;
  const hasFailed = state.cannotMessageKey !== null && isBeginFailure(state.cannotMessageKey);
  const isOffered = state.coversationCanStart || state.conversationCanBeAdded || isUnderWay || hasFailed;
  // Who holds a conversation here adds the channel to it; anybody else starts one.
  const press = async () => {
    if (mine !== undefined) return add(communications, room, channel, mine.id);
    await start(communications, room, channel);
    const { state, navigation } = store.getState();
    const now = state.rooms.get(room.id)?.room;
    const [begun] = now === undefined ? [] : heldBy(now, me);
    if (navigation.openRoomId === room.id && now !== undefined && isOneOfSeveral(now, begun))
      go({ conversationId: begun.id }, { replace: true });
  };
  const name = roomName(room, text, me);
  const said = () => {
    if (hasFailed || isUnderWay) return words;
    // Whoever talks with the customer on another channel reads what became of this one.
    if (waits || isResolved || !(isChosen || mine)) return barWords;
    if (state.coversationCanStart) return text('COMMUNICATIONS_START_ON', { name });
    return state.conversationCanBeAdded ? text('COMMUNICATIONS_ADD_ON', { name }) : words;
  };
  return (
    <section className={styles.closed} tabIndex={-1} data-after-resolve aria-label={text('COMMUNICATIONS_COMPOSER')}>
      <span className={own.words} data-failed={hasFailed} role={hasFailed ? 'alert' : 'status'}>
        {said()}
      </span>
      <span className={own.channel}>
        <ChannelChooser room={room} chosen={channel} onChoose={(channelId) => chooseChannel(store, room.id, channelId)} />
      </span>
      {isOffered ? (
        <Button
          variant={isResolved ? 'filled' : waits ? 'default' : 'light'}
          leftSection={<Icon name="send" />}
          loading={isUnderWay}
          onClick={() => void press()}
        >
          {text(hasFailed ? 'COMMUNICATIONS_START_AGAIN' : mine === undefined ? 'COMMUNICATIONS_START' : 'COMMUNICATIONS_ADD_CHANNEL')}
        </Button>
      ) : null}
      <Button variant="default" leftSection={<Icon name="lock" />} onClick={toNotes}>
        {text('COMMUNICATIONS_WRITE_NOTE')}
      </Button>
      {waits ? <TakeButton room={room} conversation={about} variant="light" /> : null}
    </section>
  );
}
