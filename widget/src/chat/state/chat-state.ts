import type { EventFile, UploadedFile } from '@parley/contract/entities/file';
import type { VisitorHistory } from '@parley/contract/entities/visitor';
import type { VisitorConversation, VisitorEvent, VisitorReads, VisitorSendAnswer } from '@parley/contract/frames/visitor';
import type { ErrorBody } from '@parley/contract/problems';
import type { Unsent } from '../../link/messages.ts';
import { type Attachment, type AttachmentAction, attachmentsAfter } from './attachments.ts';
import { laterStatus, merge } from './events.ts';

export interface Outgoing extends Unsent {
  /** `waiting`: a try was in vain, it goes again by itself. `refused`: the server said no, the visitor decides. */
  state: 'sending' | 'waiting' | 'refused';
  /** Said of a refusal, where it is known: the account has closed its chats. */
  why?: 'WIDGET_CLOSED' | undefined;
}

/** All that the chat shows, as pure data. */
export interface ChatState {
  /** NONE: nothing was ever sent. LOADING: what was said is being read. ENDED: over, until a new one is started. */
  session: 'NONE' | 'LOADING' | 'LIVE' | 'ENDED';
  /** Ascending by `channelSeq`, without a hole except while one is being filled. */
  events: readonly VisitorEvent[];
  /** Nothing is older than the first event held. */
  complete: boolean;
  older: 'IDLE' | 'LOADING' | 'FAILED';
  outbox: readonly Outgoing[];
  /** What hangs on the text that is being written. */
  attachments: readonly Attachment[];
  conversation: VisitorConversation;
  /** Who types, while they do. */
  typing: string | null;
  connection: 'ONLINE' | 'LOST' | 'OUTDATED';
  /** The server's time at the moment `monotonic` of this page's own counter: the visitor's clock is never asked. */
  serverTime: { now: string; monotonic: number } | null;
  /** Raised when the visitor signed out: who comes next begins with nothing of theirs. */
  visitor: number;
}

export const noConversation: VisitorConversation = { state: 'NONE', agentName: null };

export const newChat: ChatState = {
  session: 'NONE',
  events: [],
  complete: true,
  older: 'IDLE',
  outbox: [],
  attachments: [],
  conversation: noConversation,
  typing: null,
  connection: 'ONLINE',
  serverTime: null,
  visitor: 0,
};

export type ChatAction =
  | AttachmentAction
  /** A session begins or is changed for another: what was shown goes, what waits to be sent stays. */
  | { type: 'sessionOpened' }
  | { type: 'sessionEnded' }
  /** Back to the beginning, after the end of a session. */
  | { type: 'startedAnew' }
  | { type: 'signedOut' }
  | { type: 'newestRead'; page: VisitorHistory; monotonic: number }
  | { type: 'olderAsked' }
  | { type: 'olderRead'; page: VisitorHistory }
  | { type: 'olderFailed' }
  | { type: 'received'; frame: VisitorReads }
  | { type: 'queued'; unsent: readonly Unsent[] }
  | { type: 'taken'; clientMessageId: string; answer: VisitorSendAnswer }
  /** The way there is broken: nothing that is to go can. */
  | { type: 'notSent' }
  /** `body`: what the server said, unread. */
  | { type: 'refused'; clientMessageId: string; body: unknown }
  | { type: 'sendingAgain'; clientMessageId: string }
  /** This visitor has seen the agents' messages up to here. */
  | { type: 'seen'; channelSeq: number }
  | { type: 'typingGone' }
  | { type: 'connection'; is: ChatState['connection'] };

/** The chat after `action`. Frames and pages may come twice or out of order; the result is the same. */
export function chatReducer(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'sessionOpened':
      return { ...kept(state), connection: state.connection, session: 'LOADING' };
    case 'sessionEnded':
      return { ...state, session: 'ENDED', typing: null, connection: 'ONLINE' };
    case 'startedAnew':
      return kept(state);
    case 'signedOut':
      return { ...newChat, visitor: state.visitor + 1 };
    case 'newestRead':
      return newestRead(state, action.page, action.monotonic);
    case 'olderAsked':
      return { ...state, older: 'LOADING' };
    case 'olderRead':
      return { ...state, older: 'IDLE', events: merge(action.page.content, state.events), complete: state.complete || action.page.last };
    case 'olderFailed':
      return { ...state, older: 'FAILED' };
    case 'received':
      return received(state, action.frame);
    case 'queued': {
      const known = new Set([...state.outbox, ...state.events].map(({ clientMessageId }) => clientMessageId));
      const fresh = action.unsent.filter(({ clientMessageId }) => !known.has(clientMessageId));
      // Behind others that wait, or without a connection, a message waits from the start.
      const waits = state.connection === 'LOST' || state.outbox.some(({ state: is }) => is === 'waiting');
      const added = fresh.map((unsent): Outgoing => ({ ...unsent, state: waits ? 'waiting' : 'sending' }));
      return { ...state, outbox: [...state.outbox, ...added] };
    }
    case 'taken':
      return taken(state, action.clientMessageId, action.answer);
    case 'notSent':
      return { ...state, outbox: waiting(state.outbox) };
    case 'refused':
      return {
        ...outgoing(state, action.clientMessageId, (one) => ({ ...one, state: 'refused', why: closed(action.body) })),
        ...conversationAfter(action.body),
      };
    case 'sendingAgain':
      return outgoing(state, action.clientMessageId, (one) => ({ ...one, state: 'sending' }));
    case 'seen':
      return { ...state, events: reached(state.events, 'AGENT', action.channelSeq, 'SEEN') };
    case 'typingGone':
      return { ...state, typing: null };
    case 'connection':
      return { ...state, connection: action.is, outbox: action.is === 'LOST' ? waiting(state.outbox) : state.outbox };
    default:
      return { ...state, attachments: attachmentsAfter(state.attachments, action) };
  }
}

/** A new beginning, to which what the visitor has written and not sent comes along. */
const kept = ({ outbox, attachments, visitor }: ChatState): ChatState => ({ ...newChat, outbox, attachments, visitor });

function newestRead(state: ChatState, page: VisitorHistory, monotonic: number): ChatState {
  const first = page.content[0]?.channelSeq;
  const held = state.events.at(-1)?.channelSeq ?? 0;
  // More was said meanwhile than one page holds: the older part is read again when it is scrolled to.
  const apart = first !== undefined && held > 0 && first > held + 1;
  const events = merge(apart ? [] : state.events, page.content);
  const complete = page.last || (state.complete && state.events.length > 0 && !apart);
  return {
    ...withoutStored(state, events),
    session: 'LIVE',
    complete,
    conversation: page.conversation,
    serverTime: { now: page.now, monotonic },
  };
}

function received(state: ChatState, frame: VisitorReads): ChatState {
  switch (frame.type) {
    case 'Text':
    case 'Image':
    case 'File': {
      const typing = frame.payload.event.from === 'VISITOR' ? state.typing : null;
      return { ...withoutStored(state, merge(state.events, [frame.payload.event])), typing };
    }
    case 'MessageStatus': {
      const { from, channelSeq, status } = frame.payload;
      return { ...state, events: reached(state.events, from, channelSeq, status) };
    }
    case 'ConversationState':
      return { ...state, conversation: frame.payload, typing: frame.payload.state === 'ASSIGNED' ? state.typing : null };
    case 'Typing':
      return { ...state, typing: frame.payload.name };
    case 'SessionEnded':
      return chatReducer(state, { type: 'sessionEnded' });
    default:
      return state;
  }
}

function taken(state: ChatState, clientMessageId: string, answer: VisitorSendAnswer): ChatState {
  const sent = state.outbox.find((one) => one.clientMessageId === clientMessageId);
  if (!sent) return state;
  const event: VisitorEvent = {
    id: answer.eventId,
    channelSeq: answer.channelSeq,
    createdAt: answer.createdAt,
    from: 'VISITOR',
    name: null,
    text: sent.text,
    file: sent.file && factsOf(sent.file),
    clientMessageId,
    status: 'SENT',
  };
  return withoutStored(state, merge(state.events, [event]));
}

const factsOf = ({ fileId, fileName, fileSize, mediaType, imageWidth, imageHeight }: UploadedFile): EventFile => ({
  fileId,
  fileName,
  fileSize,
  mediaType,
  imageWidth,
  imageHeight,
});

/** What is stored leaves the outbox: its place is in the history now. */
function withoutStored(state: ChatState, events: readonly VisitorEvent[]): ChatState {
  const stored = new Set(events.map(({ clientMessageId }) => clientMessageId));
  return { ...state, events, outbox: state.outbox.filter(({ clientMessageId }) => !stored.has(clientMessageId)) };
}

/** From whom nothing is taken any more learns it by a refusal, where nothing has said so before. */
const conversationAfter = (body: unknown): Partial<ChatState> =>
  messageOf(body) === 'VISITOR_BLOCKED' ? { conversation: { state: 'BLOCKED', agentName: null } } : {};

const closed = (body: unknown) => (messageOf(body) === 'WIDGET_CLOSED' ? 'WIDGET_CLOSED' : undefined);

const messageOf = (body: unknown) => (body as Partial<ErrorBody> | null | undefined)?.message;

const waiting = (outbox: readonly Outgoing[]): readonly Outgoing[] =>
  outbox.some(({ state: is }) => is === 'sending')
    ? outbox.map((one) => (one.state === 'sending' ? { ...one, state: 'waiting' } : one))
    : outbox;

const outgoing = (state: ChatState, clientMessageId: string, change: (one: Outgoing) => Outgoing): ChatState => ({
  ...state,
  outbox: state.outbox.map((one) => (one.clientMessageId === clientMessageId ? change(one) : one)),
});

/** All messages of one side up to `channelSeq` have at least this status. */
function reached(
  events: readonly VisitorEvent[],
  from: 'VISITOR' | 'AGENT',
  channelSeq: number,
  status: VisitorEvent['status'],
): readonly VisitorEvent[] {
  return events.map((event) => {
    const theirs = from === 'VISITOR' ? event.from === 'VISITOR' : event.from !== 'VISITOR';
    if (!theirs || event.channelSeq > channelSeq || laterStatus(event.status, status) === event.status) return event;
    return { ...event, status };
  });
}
