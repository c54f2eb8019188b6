import { type ReactNode, useState } from 'react';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useRoomActions } from '../actions.ts';
import { RoomAvatar } from '../colleagues/RoomAvatar.tsx';
import { KeptField } from '../composer/KeptField.tsx';
import { useCommunications, useStorePart } from '../context.ts';
import { useColleagueName, useColleaguePicture } from '../names.ts';
import { useGo, usePlace } from '../place.ts';
import { changeEdits } from '../said/change-edits.ts';
import { KeptVerbs } from '../said/KeptVerbs.tsx';
import { type Drafts, NOTE } from '../state/drafts.ts';
import { endEdit, typedIn } from '../state/edits.ts';
import { waitingConversation } from '../state/lists.ts';
import type { GoneRoom as Gone } from '../state/state.ts';
import { setWritesIn } from '../store.ts';
import styles from './GoneRoom.module.css';
import head from './RoomHeader.module.css';
import page from './RoomPage.module.css';
import { asSentence, roomName } from './room-words.ts';

/** Who has the conversation now. */
function useWhere({ went }: Gone): string {
  const text = useText();
  const nameOf = useColleagueName();
  if (went === null) return text('COMMUNICATIONS_ROOM_LEFT');
  return asSentence(text(went.isTaken ? 'COMMUNICATIONS_ROOM_TAKEN' : 'COMMUNICATIONS_ROOM_GIVEN', { name: nameOf(went.to) }));
}

/** Of several channels those that were written last. */
function wordsOf(drafts: Drafts, roomId: string, areNote: boolean): string {
  const ofRoom = [...drafts.values()].filter(
    (draft) => draft.roomId === roomId && (draft.channelId === NOTE) === areNote && draft.text !== '',
  );
  return ofRoom.toSorted((a, b) => b.typedAt - a.typedAt)[0]?.text ?? '';
}

/** What was being written and not sent. */
function KeptWords({ roomId, areNote }: { roomId: string; areNote: boolean }) {
  const text = useText();
  const { store } = useCommunications();
  // As they stood when the room went: a later reading of the drafts has them no more.
  const [words] = useState(() => wordsOf(store.getState().drafts, roomId, areNote));
  if (words === '') return null;
  return <KeptField label={text('COMMUNICATIONS_ROOM_KEPT_WORDS')} words={words} />;
}

/** Messages that were being changed, each until it is dropped. */
function KeptEdits({ roomId, areNote }: { roomId: string; areNote: boolean }) {
  const text = useText();
  const { store } = useCommunications();
  const edits = useStorePart((all) => all.edits);
  return typedIn(edits, roomId, areNote).map(([id, words]) => (
    <KeptField key={id} label={text('SAID_EDIT_KEPT')} words={words}>
      <KeptVerbs words={words} onDrop={() => changeEdits(store, (all) => endEdit(all, id))} />
    </KeptField>
  ));
}

/** A room that went out of sight while it was open: whose it is called, who has it now, and what to do next. */
export function GoneRoom({ gone }: { gone: Gone }) {
  const text = useText();
  const go = useGo();
  const { me, store } = useCommunications();
  const pictureOf = useColleaguePicture();
  const { tab } = usePlace();
  const { takeLongest } = useRoomActions();
  const { room } = gone;
  const waits = useStorePart(({ state }) => [...state.rooms.values()].some((one) => waitingConversation(one.room) !== undefined));
  const where = useWhere(gone);
  const close = () => go({ roomId: null, tab: 0 });
  const takeNext = async () => {
    const taken = await takeLongest();
    if (taken === null) return;
    setWritesIn(store, taken.roomId, 0, taken.conversationId);
    go({ ...taken, tab: 0 });
  };
  return (
    <section className={page.sheet} aria-label={roomName(room, text, me)} data-gone>
      <header className={head.head}>
        <span className={head.back}>
          <IconButton onClick={close} aria-label={text('COMMUNICATIONS_BACK_TO_ROOMS')} title={text('COMMUNICATIONS_BACK_TO_ROOMS')}>
            <Icon name="back" size={20} />
          </IconButton>
        </span>
        <RoomAvatar room={room} me={me} pictureOf={pictureOf} />
        <div className={head.who}>
          <h2 className={head.title}>{roomName(room, text, me)}</h2>
        </div>
      </header>
      <div className={styles.body} role="alert">
        <EmptyState
          icon="lock"
          title={where}
          words={text('COMMUNICATIONS_ROOM_OUT_OF_SIGHT')}
          action={
            <>
              {waits && room.type === 'EXTERNAL' ? (
                <Button variant="light" leftSection={<Icon name="useradd" />} onClick={() => void takeNext()}>
                  {text('COMMUNICATIONS_TAKE_LONGEST')}
                </Button>
              ) : null}
              <Button variant="default" onClick={close}>
                {text('COMMUNICATIONS_BACK_TO_ROOMS')}
              </Button>
            </>
          }
        />
        <KeptWords key={`${room.id}.${tab}`} roomId={room.id} areNote={tab === 2} />
        <KeptEdits roomId={room.id} areNote={tab === 2} />
      </div>
    </section>
  );
}

/** In place of a room that is none, or none of this person's. */
export function OutOfSight({ back }: { back: ReactNode }) {
  const text = useText();
  return <EmptyState icon="lock" title={text('COMMUNICATIONS_ROOM_GONE')} words={text('COMMUNICATIONS_ROOM_GONE_WORDS')} action={back} />;
}
