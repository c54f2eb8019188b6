import type { FileLimits } from '@parley/contract/entities/file';
import type { VisitorSession } from '@parley/contract/entities/visitor';
import type { VisitorPage } from '@parley/contract/entities/visitor-page';
import type { WidgetForm } from '@parley/contract/entities/widget';
import { HOLE_PATIENCE, TypingTimings } from '@parley/contract/frames/timings';
import type { VisitorReads, VisitorSendAnswer } from '@parley/contract/frames/visitor';
import type { ToFrame, Unsent } from '../link/messages.ts';
import { randomId } from '../session/random.ts';
import { safeStorage } from '../session/storage.ts';
import { type Answer, visitorApi } from './api.ts';
import { type Refusal, type VisitorSocket, visitorSocket } from './connection/visitor-socket.ts';
import { delivery } from './delivery.ts';
import { fileAddresses } from './files/addresses.ts';
import { draftKeeper, draftOf } from './files/kept.ts';
import { uploadFile } from './files/upload.ts';
import { uploads } from './files/uploads.ts';
import type { Host } from './host.ts';
import { sendingLine } from './line.ts';
import { type Field, visitorPerson } from './person.ts';
import { reading } from './reading.ts';
import { secretKeeper } from './secret.ts';
import { isUnderWay } from './state/attachments.ts';
import { type ChatAction, type ChatState, chatReducer, newChat } from './state/chat-state.ts';
import { hasHole, unreadCount } from './state/events.ts';
import type { Words } from './text.ts';

const BROKEN: Answer<never> = { is: 'broken', retryAfter: null };

/** The visitor's talk with the account: everything between the picture and the wire. */
export function startTalk(
  widgetId: string,
  host: Host,
  /** Bytes of the largest file. */
  uploadLimits: FileLimits,
  form: WidgetForm,
) {
  const { origin, search } = location;
  const api = visitorApi(origin, search);
  const storage = safeStorage(() => localStorage);
  const keeper = secretKeeper(host, widgetId, storage, sessionChanged);
  const carrier = delivery(api);
  const line = sendingLine({
    next: () => (state.session === 'ENDED' ? undefined : state.outbox.find(({ state: is }) => is !== 'refused')),
    deliver,
    answered,
  });
  const read = reading(api, {
    secret: () => keeper.current,
    online: () => socket?.online === true,
    state: () => state,
    dispatch,
    ended: end,
  });
  const addresses = fileAddresses(async (fileIds) => {
    const secret = keeper.current;
    const answer = secret === null ? BROKEN : await api.fileUrls(secret, fileIds);
    if (answer.is === 'ended' && secret === keeper.current) end();
    return answer;
  });
  const attaching = uploads(uploadLimits, {
    attachments: () => state.attachments,
    dispatch,
    may: (asked) => !asksNow() || (asked ? person.isWhole() : person.isReady()),
    secret: introduced,
    upload: (secret, file, told, stop) => uploadFile(origin, secret, file, told, stop),
    discard: (fileId) => {
      if (keeper.current !== null) void api.removeFile(keeper.current, fileId);
    },
    ended: end,
  });
  const { kept, keep, leave: leaveDraft } = draftKeeper(host, widgetId, storage, signOut);
  const listeners = new Set<() => void>();
  const person = visitorPerson(api, form, { details: kept.details, identity: host.start.identity }, tellListeners, () =>
    host.send({ type: 'refusedIdentity' }),
  );
  const openListeners = new Set<(open: boolean) => void>();
  let state: ChatState = newChat;
  let socket: VisitorSocket | null = null;
  let obtaining: Promise<Answer<string>> | null = null;
  let draft = kept.text;
  let open = host.start.open;
  let wasOpened = open;
  let muted = host.start.muted;
  let page: VisitorPage | null = null;
  let seenUpTo = 0;
  let deliveredUpTo = 0;
  let saidUnread = 0;
  let typedAt = Number.NEGATIVE_INFINITY;
  let typingTimer: ReturnType<typeof setTimeout> | undefined;
  let holeTimer: ReturnType<typeof setTimeout> | undefined;

  function dispatch(action: ChatAction): void {
    const before = state;
    state = chatReducer(state, action);
    if (state === before) return;
    // Not at every step of an upload.
    if (state.outbox !== before.outbox || (state.attachments !== before.attachments && action.type !== 'uploading')) keepDraft();
    if (state.events !== before.events) eventsChanged();
    tellListeners();
  }

  function tellListeners(): void {
    for (const listener of listeners) listener();
  }

  function eventsChanged(): void {
    const unread = unreadCount(state.events);
    if (unread !== saidUnread) {
      saidUnread = unread;
      host.send({ type: 'unread', count: unread });
    }
    const arrived = state.events.findLast(({ from, status }) => from !== 'VISITOR' && status === 'SENT');
    if (arrived && arrived.channelSeq > deliveredUpTo && socket?.send('Delivered', { channelSeq: arrived.channelSeq }))
      deliveredUpTo = arrived.channelSeq;
    clearTimeout(holeTimer);
    if (hasHole(state.events)) holeTimer = setTimeout(read.newest, HOLE_PATIENCE);
  }

  function keepDraft(): void {
    keep(draftOf(draft, state, person.introduction().values));
  }

  function openSession(secret: string): void {
    socket?.stop();
    seenUpTo = 0;
    addresses.forget();
    dispatch({ type: 'sessionOpened' });
    const opened = visitorSocket(origin, secret, api, {
      received: (frame) => socket === opened && received(frame),
      tell: (what) => socket === opened && connectionTold(what),
    });
    socket = opened;
    carrier.use(secret, opened);
    attaching.go();
  }

  function connectionTold(what: 'online' | 'lost' | 'ended' | 'outdated'): void {
    if (what === 'ended') {
      end();
      return;
    }
    dispatch({ type: 'connection', is: what === 'online' ? 'ONLINE' : what === 'lost' ? 'LOST' : 'OUTDATED' });
    if (what === 'outdated') return;
    deliveredUpTo = 0;
    // First listening, then reading: nothing said in between is missed. Where only the socket is barred, reading still works.
    void read.newest();
    if (what !== 'online') return;
    void proveIdentity();
    if (page) socket?.send('Page', page);
    carrier.cameOnline();
    if (seenUpTo > 0) socket?.send('Seen', { channelSeq: seenUpTo });
    line.hurry();
  }

  function received(frame: VisitorReads | Refusal): void {
    carrier.heard(frame);
    if (frame.type === 'SessionEnded') end();
    if (frame.type === 'refused' || frame.type === 'SessionEnded') return;
    dispatch({ type: 'received', frame });
    if ('event' in frame.payload) said(frame.payload.event.from === 'VISITOR' ? 'visitor' : 'agent');
    if (frame.type !== 'Typing') return;
    clearTimeout(typingTimer);
    typingTimer = setTimeout(() => dispatch({ type: 'typingGone' }), TypingTimings.goneAfter);
  }

  function said(from: 'visitor' | 'agent'): void {
    host.send({ type: 'message', from });
    // Silent until the visitor has opened the chat: pages that make a noise by themselves are left.
    const isLookedAt = open && document.visibilityState === 'visible';
    if (from === 'agent' && wasOpened && !muted && !isLookedAt) import('./sound.ts').then((part) => part.playSound(), partFailed);
  }

  function partFailed(): void {
    dispatch({ type: 'connection', is: 'LOST' });
  }

  function end(): void {
    leave('sessionEnded');
  }

  /** This session is over, or left, as by who is somebody else now. */
  function leave(how: 'sessionEnded' | 'startedAnew' | 'signedOut'): void {
    socket?.stop();
    socket = null;
    keeper.forget();
    person.askAgain();
    attaching.sessionEnded();
    dispatch({ type: how });
  }

  async function proveIdentity(): Promise<void> {
    const secret = keeper.current;
    const answer = secret === null ? null : await person.prove(secret);
    if (answer === null || secret !== keeper.current) return;
    if (answer.is === 'ended') end();
    else if (answer.is === 'ok' && answer.value.session === 'ANOTHER') leave('startedAnew');
  }

  /** A session of whom the site names is theirs before anything is said in it. */
  async function startSession(): Promise<Answer<VisitorSession>> {
    const started = await api.startSession(widgetId);
    if (started.is !== 'ok') return started;
    const answer = await person.prove(started.value.secret);
    return answer?.is === 'broken' ? answer : started;
  }

  function signOut(left: string): void {
    leaveDraft(left);
    if (keeper.current !== null) void api.signOut(keeper.current);
    person.become(null);
    draft = '';
    leave('signedOut');
    keepDraft();
  }

  /** Another tab started the session, or ended it. */
  function sessionChanged(secret: string | null): void {
    if (secret !== null) openSession(secret);
    else if (state.session !== 'NONE') end();
  }

  /**
   * The secret of a session that was told what the widget asks. It begins here with the first thing that the visitor does, a message or
   * an upload: before the form is whole nothing begins, and nothing of the visitor's is stored.
   */
  async function introduced(): Promise<Answer<string>> {
    if (keeper.current === null && asksNow() && !person.isWhole()) return { is: 'refused' };
    obtaining ??= keeper.obtain(startSession).finally(() => {
      obtaining = null;
    });
    const secret = await obtaining;
    if (secret.is === 'ok' && socket === null) openSession(secret.value);
    // Only the first message of a session makes somebody of the visitor.
    if (secret.is !== 'ok' || state.events.length > 0) return secret;
    const told = await person.tell(secret.value);
    keepDraft();
    return told.is === 'ok' ? secret : told;
  }

  async function deliver(message: Unsent): Promise<Answer<VisitorSendAnswer>> {
    const secret = await introduced();
    return secret.is === 'ok' ? carrier.deliver(message) : secret;
  }

  function answered({ clientMessageId }: Unsent, answer: Answer<VisitorSendAnswer>): void {
    if (answer.is === 'ok') {
      dispatch({ type: 'taken', clientMessageId, answer: answer.value });
      read.soon();
    } else if (answer.is === 'refused') {
      person.moreAsked(answer.body);
      dispatch({ type: 'refused', clientMessageId, body: answer.body });
    } else {
      dispatch({ type: 'notSent' });
      if (answer.is === 'ended') end();
      // Before there is a session there is no socket that would say so.
      else if (socket === null && answer.retryAfter === null) dispatch({ type: 'connection', is: 'LOST' });
    }
  }

  function woke(): void {
    if (document.visibilityState === 'hidden') return;
    socket?.woke();
    read.soon();
    line.hurry();
  }

  function hostSaid(message: ToFrame): void {
    if (keeper.heard(message)) return;
    switch (message.type) {
      case 'open':
        open = message.open;
        wasOpened ||= open;
        for (const listener of openListeners) listener(open);
        return;
      case 'identify':
        person.become(message.identity);
        attaching.go();
        if (socket?.online) void proveIdentity();
        return;
      case 'signOut':
        signOut(message.left);
        return;
      case 'page':
        import('./page.ts').then((part) => {
          page = part.readPage(JSON.parse(message.given), message);
          socket?.send('Page', page);
        }, partFailed);
    }
  }

  /** The form stands before a visitor who has said nothing yet. */
  function asksNow(): boolean {
    return person.asks() && state.events.length === 0 && state.conversation.state === 'NONE' && state.session !== 'LOADING';
  }

  host.listen(hostSaid);
  addEventListener('online', woke);
  document.addEventListener('visibilitychange', woke);
  if (keeper.current !== null) openSession(keeper.current);
  attaching.restore(kept.files);
  if (kept.unsent.length > 0) {
    dispatch({ type: 'queued', unsent: kept.unsent });
    void line.go();
  }

  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Whether the chat is open on the page; told at every change. */
    isOpen: () => open,
    onOpen(listener: (open: boolean) => void): () => void {
      openListeners.add(listener);
      return () => openListeners.delete(listener);
    },
    /** The picture stands: from now on an opening shows it at once. */
    ready: () => host.send({ type: 'ready' }),
    close: () => host.send({ type: 'close' }),
    draft: () => draft,
    /** What is asked before the first message. */
    person,
    tellDetail(field: Field, value: string | boolean): void {
      person.write(field, value);
      keepDraft();
    },
    /** Asks where to send what was said, and sends it there. */
    askTranscript(words: Words): void {
      const send = (email: string) => api.transcript(keeper.current ?? '', email);
      import('./transcript.ts').then((part) => part.askTranscript(words, person.introduction().values, send), partFailed);
    },
    partFailed,
    waiting: () => api.waiting(keeper.current ?? ''),
    isMuted: () => muted,
    mute(next: boolean): void {
      muted = next;
      host.send({ type: 'mute', muted });
      tellListeners();
    },
    /** What stands in the composer: kept by the page, through reload and navigation. */
    write(text: string): void {
      draft = text;
      keepDraft();
      const now = performance.now();
      if (text === '' || now - typedAt < TypingTimings.atMostEvery) return;
      if (socket?.send('Typing', {})) typedAt = now;
    },
    /** Files of the conversation, and those that hang on what is being written. */
    files: { addresses, attaching },
    /** Whether the form is to be shown: it goes with the first message, and comes back when that was not taken. */
    asks: () => asksNow() && (state.outbox.length === 0 || person.introduction().faults.length > 0),
    /**
     * Sends the text and what is attached: a message for each file, the first of which carries the text.
     * @returns whether it goes; not while something of the form is missing
     */
    say(text: string): boolean {
      if (isUnderWay(state.attachments) || (asksNow() && !person.isWhole())) return false;
      draft = '';
      typedAt = Number.NEGATIVE_INFINITY;
      const files = attaching.take();
      const unsent = (files.length > 0 ? files : [null]).map((file, at) => ({
        clientMessageId: randomId(),
        text: at === 0 ? text : '',
        file,
      }));
      dispatch({ type: 'queued', unsent });
      void line.go();
      return true;
    },
    sendAgain(clientMessageId: string): void {
      if (asksNow() && !person.isWhole()) return;
      dispatch({ type: 'sendingAgain', clientMessageId });
      line.hurry();
    },
    older: read.older,
    /** The agents' messages up to here were on an open, visible screen. */
    seen(channelSeq: number): void {
      if (channelSeq <= seenUpTo) return;
      seenUpTo = channelSeq;
      socket?.send('Seen', { channelSeq });
      dispatch({ type: 'seen', channelSeq });
    },
    startAnew(): void {
      dispatch({ type: 'startedAnew' });
      if (keeper.current !== null) openSession(keeper.current);
      line.hurry();
    },
  };
}
export type Talk = ReturnType<typeof startTalk>;
