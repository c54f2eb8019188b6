import type { Room, ScheduledMessage } from '@parley/contract';
import { type RefObject, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { problemText } from '../../../api/api-problem.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { useCommand } from '../../../commands/active.ts';
import { lateParts } from '../../../late-parts.ts';
import { useCan } from '../../../session/current-user.ts';
import { textIfKnown, useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { placeToasts } from '../../../ui/toast.ts';
import { Unseen } from '../../../ui/Unseen.tsx';
import { useBeingResolved } from '../bulk/being-resolved.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { channelWords } from '../room/meant-channels.ts';
import { asSentence, draftWords, openConversations } from '../room/room-words.ts';
import { dayTime } from '../snooze/day-time.ts';
import { draftKey, isEmpty } from '../state/drafts.ts';
import { onceResolved, prospects, whenWords } from './prospects.ts';
import styles from './Scheduled.module.css';
import { beginEdit, endEdit, isTyped, restoreEdits, standing, typeEdit, useEditing } from './scheduled-edits.ts';
import { readAgain } from './scheduled-messages.ts';
import { cancel, dismiss, saveEdit, sendAllNow, sendNow, takeBack } from './scheduling.ts';
import { isAskedAbout, type Sending, sendingsOf, sendingWords, untilOf } from './sendings.ts';
import { setShownIn } from './undoable.ts';
import { useSeconds } from './use-seconds.ts';
import type { Told } from './use-told.ts';

const editor = lateParts(() => import('./ScheduledEditor.tsx'));
const ScheduledEditor = editor.late('ScheduledEditor');
const UnsavedEdit = editor.late('UnsavedEdit');

/** So long after its time a message is asked after of which nothing was heard. */
const LATE_MS = 3000;

/** Something that is asked of the server once at a time. */
function useWorking(): [boolean, (work: () => Promise<unknown>) => void] {
  const [works, setWorks] = useState(false);
  const start = (work: () => Promise<unknown>) => {
    if (works) return;
    setWorks(true);
    void work().finally(() => setWorks(false));
  };
  return [works, start];
}

/** It was sent, and can be taken back for so many seconds. */
function Undoable({ sending }: { sending: Sending }) {
  const text = useText();
  const { store } = useCommunications();
  const words = useId();
  const [{ id, roomId }] = sending;
  const seconds = useSeconds(untilOf(sending));
  const isOver = seconds === 0;
  useEffect(() => {
    if (!isOver) return;
    // Whatever was heard of its end.
    const timer = setTimeout(() => void readAgain(roomId), LATE_MS);
    return () => clearTimeout(timer);
  }, [isOver, roomId]);
  const [works, work] = useWorking();
  return (
    <li className={styles.one} data-undo data-message={id}>
      <span className={styles.when} aria-hidden="true">
        {text('SCHEDULED_UNDO_IN', { count: seconds })}
      </span>
      <span className={styles.words} id={words}>
        {sendingWords(sending, text)}
      </span>
      <span className={styles.verbs}>
        <Button
          variant="light"
          size="compact"
          leftSection={<Icon name="undo" size={16} />}
          loading={works}
          aria-describedby={words}
          onClick={() => work(() => takeBack(store, sending))}
        >
          {text('SCHEDULED_UNDO')}
        </Button>
        <Button
          variant="default"
          size="compact"
          aria-disabled={works}
          aria-describedby={words}
          onClick={() => work(() => sendAllNow(sending))}
        >
          {text('SCHEDULED_SEND_NOW')}
        </Button>
      </span>
    </li>
  );
}

/** It is being changed by its author in this window. */
function Edited({ message }: { message: ScheduledMessage }) {
  const { me } = useCommunications();
  const { id } = message;
  const edited = useEditing(({ edits }) => edits.get(id));
  const takesFocus = useEditing((all) => all.takesFocus === id);
  if (edited === undefined) return null;
  return (
    <Suspense fallback={<div className={styles.toCome} />}>
      <ScheduledEditor
        message={message}
        edited={edited}
        stood={standing(edited.from)}
        isTyped={isTyped(edited)}
        takesFocus={takesFocus}
        onFocused={() => useEditing.setState({ takesFocus: null })}
        onType={(part) => typeEdit(me, id, part)}
        onStale={() => beginEdit(me, message, false)}
        onSave={(edit) => saveEdit(message, edit)}
        onEnd={() => endEdit(me, id)}
      />
    </Suspense>
  );
}

/** It waits for its time, or was not sent and stands here until its author, or where they have left whoever may, has looked after it. */
function Waiting({ message, room }: { message: ScheduledMessage; room: Room }) {
  const text = useText();
  const { me, store } = useCommunications();
  const reassigns = useCan(['rooms', 'reassign']);
  const words = useId();
  const [works, work] = useWorking();
  const isOwn = message.author.id === me;
  const isEdited = useEditing(({ edits }) => edits.has(message.id));
  const holds = openConversations(room, me).some(({ assignedUserId }) => assignedUserId === me);
  const waits = message.state === 'WAITING';
  const looksAfter = isOwn || holds || reassigns;
  const { mayWrite, goes } = prospects(message, room);
  const then = prospects(message, onceResolved(room, useBeingResolved()));
  // Meant so: nothing went wrong.
  const isOvertaken = message.reason === 'SCHEDULED_CUSTOMER_WROTE';
  const reason = textIfKnown(message.reason ?? '') ?? text('ERROR_DEFAULT_MESSAGE');
  const channel = room.channels.length > 1 ? room.channels.find(({ channelId }) => channelId === message.channelId) : undefined;
  // One that is disabled would lose the focus.
  const verb = { size: 'compact', 'aria-disabled': works, 'aria-describedby': words } as const;
  if (isOwn && waits && isEdited)
    return (
      <li className={styles.one} data-kept data-message={message.id}>
        <Edited message={message} />
      </li>
    );
  return (
    <li className={styles.one} data-kept data-unsent={!waits && !isOvertaken} data-message={message.id}>
      <span className={styles.when}>
        <Icon name={waits || isOvertaken ? 'clock' : 'alert'} size={14} />
        {waits
          ? whenWords(message, then.goes, me, text)
          : text(isOwn ? 'SCHEDULED_UNSENT' : 'SCHEDULED_UNSENT_BY', { reason, name: message.author.name })}
        {channel === undefined ? null : ` · ${channelWords(room, channel, text)}`}
        {waits && message.unlessCustomerWrites ? `, ${text('SCHEDULED_UNLESS')}` : null}
      </span>
      <span className={styles.words} id={words}>
        {draftWords(message, text)}
      </span>
      <span className={styles.verbs}>
        {isOwn && (mayWrite || !waits) ? (
          <Button {...verb} variant="light" onClick={() => (waits ? beginEdit(me, message) : work(() => takeBack(store, [message])))}>
            {text('SCHEDULED_EDIT')}
          </Button>
        ) : null}
        {isOwn && waits && goes ? (
          <Button {...verb} variant="default" onClick={() => work(() => sendNow(message))}>
            {text('SCHEDULED_SEND_NOW')}
          </Button>
        ) : null}
        {waits && looksAfter ? (
          <Button {...verb} variant="default" onClick={() => work(() => cancel(message))}>
            {text('SCHEDULED_CANCEL')}
          </Button>
        ) : null}
        {waits || !looksAfter ? null : (
          <Button {...verb} variant="default" onClick={() => work(() => dismiss(message))}>
            {text('SCHEDULED_DISMISS')}
          </Button>
        )}
      </span>
    </li>
  );
}

/** Where the focus is in the list: when that entry goes, it goes to the next one, or, after the last, to the composer. */
function useFocusKept(ids: string) {
  const list = useRef<HTMLElement>(null);
  const at = useRef<{ id: string | undefined; place: number } | null>(null);
  const onFocus = (target: Element) => {
    const one = target.closest<HTMLElement>('[data-message]');
    at.current = one === null ? null : { id: one.dataset.message, place: [...(one.parentElement?.children ?? [])].indexOf(one) };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew with every other list.
  useLayoutEffect(() => {
    const left = at.current;
    if (left === null) return;
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('[data-message]') ?? [])];
    if (entries.some(({ dataset }) => dataset.message === left.id)) return;
    at.current = null;
    // Whoever went on elsewhere stays there.
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const next = (entries[left.place] ?? entries.at(-1))?.querySelector('button');
    (next ?? document.querySelector<HTMLElement>('[data-composer] :is(textarea, [contenteditable=true])'))?.focus();
  }, [ids]);
  const onBlur = (to: EventTarget | null) => {
    if (to !== null) at.current = null;
  };
  return { list, onFocus, onBlur };
}

/** On a phone one line stands for all of it until it is tapped, and again once somebody goes on writing below. */
function useFolded() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.closest('[data-composer] :is(textarea, [contenteditable=true])') !== null) setOpen(false);
    };
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, []);
  return [isOpen, setOpen] as const;
}

/** That one line: when, and the beginning of what; wide screens show what it stands for. */
function FoldLine({ kept, isOpen, onOpen }: { kept: readonly ScheduledMessage[]; isOpen: boolean; onOpen: () => void }) {
  const text = useText();
  const unsent = kept.some(({ state }) => state !== 'WAITING');
  const [first] = kept;
  const when = unsent
    ? text('SCHEDULED_IN_ROW_UNSENT')
    : kept.length === 1 && first !== undefined
      ? asSentence(dayTime(first.sendAt, serverNow(), text))
      : `${text('SCHEDULED_LIST')}: ${kept.length}`;
  return (
    <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onOpen}>
      <Icon name={unsent ? 'alert' : 'clock'} size={14} />
      <span className={styles.folded}>
        {when}
        {first === undefined ? null : <span className={styles.what}>{` · ${draftWords(first, text)}`}</span>}
      </span>
      <Icon name={isOpen ? 'up' : 'down'} size={14} />
    </button>
  );
}

/** What was typed into messages that wait no more. */
function UnsavedEdits({ left }: { left: ReadonlyArray<ReturnType<typeof standing>> }) {
  const { me } = useCommunications();
  return left.map((edited) => (
    <li key={edited.from.id} className={styles.one}>
      <Suspense fallback={null}>
        <UnsavedEdit edited={edited} onEnd={() => endEdit(me, edited.from.id)} />
      </Suspense>
    </li>
  ));
}

/** A toast stands above the strip, whatever its height and that of the composer below it are by then. */
function useToastsAbove(strip: RefObject<HTMLElement | null>) {
  const seen = useRef<ResizeObserver>(null);
  useEffect(() => {
    seen.current = new ResizeObserver(placeToasts);
    return () => seen.current?.disconnect();
  }, []);
  // The strip comes and goes; what is seen already is not seen twice.
  useEffect(() => {
    for (const element of [strip.current, document.querySelector('[data-composer]'), document.documentElement])
      if (element !== null) seen.current?.observe(element);
  });
  useEffect(() => placeToasts, []);
}

/** Above the composer: what was sent and can be taken back, what is to be sent later, and what was not sent. */
export function ScheduledStrip({ room, told }: { room: Room; told: Told }) {
  const text = useText();
  const { me, store } = useCommunications();
  // What is asked about stands below, with its question (others/AskedAgain.tsx).
  const all = told.all.filter((message) => !isAskedAbout(message));
  const waiting = new Set(all.flatMap(({ id, state }) => (state === 'WAITING' ? [id] : [])));
  const edits = useEditing((editing) => editing.edits);
  const left = [...edits.values()].filter((one) => one.from.roomId === room.id && !waiting.has(one.from.id) && isTyped(one));
  useEffect(() => restoreEdits(me), [me]);
  useEffect(() => {
    setShownIn(room.id, true);
    return () => setShownIn(room.id, false);
  }, [room.id]);
  const { list, onFocus, onBlur } = useFocusKept(all.map(({ id }) => id).join());
  const sendings = sendingsOf(all);
  const kept = all.filter(({ isUndo, state }) => !isUndo || state !== 'WAITING');
  const [isOpen, setOpen] = useFolded();
  useToastsAbove(list);
  const last = sendings.at(-1);
  // Where something is written, the field takes back its own.
  const isWriting = useStorePart(({ drafts }) => {
    const draft = last && drafts.get(draftKey(room.id, last[0].channelId));
    return draft !== undefined && !isEmpty(draft);
  });
  useCommand('room.undoSend', last === undefined || isWriting ? null : () => void takeBack(store, last));
  if (told.failed !== null) {
    return (
      <div className={styles.failed} role="alert">
        <Icon name="alert" size={16} />
        <span>
          {text('SCHEDULED_FAILED')}. {problemText(told.failed)}
        </span>
        <Button variant="default" size="compact" onClick={() => void told.refetch()}>
          {text('FRAME_TRY_AGAIN')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <Unseen>
        {/* With its words, and an element of its own for each: so the next one is said, too. */}
        <span role="status">
          {last === undefined ? null : (
            <span key={last[0].id}>
              {text('SCHEDULED_UNDO_SAID')} {sendingWords(last, text)}
            </span>
          )}
        </span>
      </Unseen>
      {!told.isRead || all.length + left.length === 0 ? null : (
        <section
          ref={list}
          className={styles.strip}
          data-above-composer
          data-open={isOpen}
          aria-label={text('SCHEDULED_LIST')}
          onFocus={({ target }) => onFocus(target)}
          onBlur={({ relatedTarget }) => onBlur(relatedTarget)}
        >
          {kept.length === 0 ? null : <FoldLine kept={kept} isOpen={isOpen} onOpen={() => setOpen(!isOpen)} />}
          <ul className={styles.list}>
            {all.map((message) => {
              if (!message.isUndo || message.state !== 'WAITING') return <Waiting key={message.id} message={message} room={room} />;
              // Its further parts stand with the first.
              const sending = sendings.find(([first]) => first === message);
              return sending === undefined ? null : <Undoable key={message.id} sending={sending} />;
            })}
            <UnsavedEdits left={left} />
          </ul>
        </section>
      )}
    </>
  );
}
