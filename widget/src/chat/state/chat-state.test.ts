import type { EventFile, UploadedFile } from '@parley/contract/entities/file';
import type { VisitorHistory } from '@parley/contract/entities/visitor';
import type { VisitorEvent, VisitorReads } from '@parley/contract/frames/visitor';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attachment } from './attachments.ts';
import { type ChatAction, type ChatState, chatReducer, newChat } from './chat-state.ts';
import { hasHole, unreadCount } from './events.ts';

const AT = '2026-11-02T10:00:00.000Z';
const id = (n: number) => `0192b7a0-0000-7000-8000-${String(n).padStart(12, '0')}`;

const event = (channelSeq: number, part: Partial<VisitorEvent> = {}): VisitorEvent => ({
  id: id(channelSeq),
  channelSeq,
  createdAt: AT,
  from: 'AGENT',
  name: 'Elena',
  text: `message ${channelSeq}`,
  file: null,
  clientMessageId: null,
  status: 'SENT',
  ...part,
});

const picture: EventFile = { fileId: id(900), fileName: 'лампа.png', fileSize: 9, mediaType: 'image/png', imageWidth: 3, imageHeight: 2 };
const letter: EventFile = { ...picture, fileName: 'план.pdf', mediaType: 'application/pdf', imageWidth: null, imageHeight: null };

/** The server's side of one channel: it makes frames and answers history, as the contract says. */
function serverChannel() {
  const events: VisitorEvent[] = [];
  let conversation: VisitorHistory['conversation'] = { state: 'NONE', agentName: null };
  return {
    say(from: 'VISITOR' | 'AGENT'): VisitorReads {
      // Words, a picture, a file, in turn.
      const file = [null, picture, letter][events.length % 3] ?? null;
      const said = event(events.length + 1, { from, name: from === 'AGENT' ? 'Elena' : null, file });
      events.push(said);
      return { type: file === null ? 'Text' : file === picture ? 'Image' : 'File', id: 'f', payload: { event: said } };
    },
    status(from: 'VISITOR' | 'AGENT', share: number, status: 'DELIVERED' | 'SEEN'): VisitorReads {
      const channelSeq = Math.ceil(events.length * share);
      for (const [at, one] of events.entries()) {
        const rank = { SENT: 0, ERROR: 1, DELIVERED: 2, SEEN: 3 };
        if (one.from === from && one.channelSeq <= channelSeq && rank[status] > rank[one.status]) events[at] = { ...one, status };
      }
      return { type: 'MessageStatus', id: 'f', payload: { from, channelSeq, status } };
    },
    state(state: 'WAITING' | 'ASSIGNED' | 'RESOLVED'): VisitorReads {
      conversation = { state, agentName: state === 'ASSIGNED' ? 'Elena' : null };
      return { type: 'ConversationState', id: 'f', payload: conversation };
    },
    newest(): VisitorHistory {
      return this.before(events.length + 1);
    },
    before(seq: number): VisitorHistory {
      const content = events.filter(({ channelSeq }) => channelSeq < seq).slice(-30);
      return { content, last: (content[0]?.channelSeq ?? 1) === 1, conversation, lastChannelSeq: events.length, now: AT };
    },
  };
}

const run = (actions: ChatAction[], from: ChatState = newChat) => actions.reduce(chatReducer, from);

describe('the chat', () => {
  const doing = fc.oneof(
    fc.constantFrom('VISITOR' as const, 'AGENT' as const).map((from) => ({ say: from })),
    fc.record({
      from: fc.constantFrom('VISITOR' as const, 'AGENT' as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      status: fc.constantFrom('DELIVERED' as const, 'SEEN' as const),
    }),
    fc.constantFrom('WAITING' as const, 'ASSIGNED' as const, 'RESOLVED' as const).map((state) => ({ state })),
  );

  it('holds after an old page and every frame since what a fresh page would give', () => {
    fc.assert(
      fc.property(fc.array(doing, { maxLength: 60 }), fc.array(doing, { maxLength: 25 }), (before, after) => {
        const server = serverChannel();
        const apply = (one: (typeof before)[number]) =>
          'say' in one ? server.say(one.say) : 'state' in one ? server.state(one.state) : server.status(one.from, one.share, one.status);
        before.forEach(apply);
        const old = run([{ type: 'sessionOpened' }, { type: 'newestRead', page: server.newest(), monotonic: 0 }]);
        const live = run(
          after.map((one): ChatAction => ({ type: 'received', frame: apply(one) })),
          old,
        );
        const fresh = run([{ type: 'sessionOpened' }, { type: 'newestRead', page: server.newest(), monotonic: 0 }]);
        const length = fresh.events.length;
        expect(length === 0 ? [] : live.events.slice(-length)).toEqual(fresh.events);
        expect(live.conversation).toEqual(fresh.conversation);
        expect(hasHole(live.events)).toBe(false);
        const reread = chatReducer(live, { type: 'newestRead', page: server.newest(), monotonic: 0 });
        expect(reread.events).toEqual(live.events);
      }),
    );
  });

  it('gives the same whatever is repeated or comes late', () => {
    fc.assert(
      fc.property(fc.array(doing, { minLength: 1, maxLength: 20 }), fc.infiniteStream(fc.nat()), (story, chance) => {
        const server = serverChannel();
        const frames = story.map((one) =>
          'say' in one ? server.say(one.say) : 'state' in one ? server.state(one.state) : server.status(one.from, one.share, one.status),
        );
        const texts = frames.filter(({ payload }) => 'event' in payload);
        const shuffled = texts.map((frame) => ({ frame, at: chance.next().value })).sort((a, b) => a.at - b.at);
        const late = run(shuffled.concat(shuffled).map(({ frame }): ChatAction => ({ type: 'received', frame })));
        expect(late.events.map(({ channelSeq }) => channelSeq)).toEqual(texts.map((_, at) => at + 1));
      }),
    );
  });

  it('drops what it holds when more was said than a page shows, and reads it again by scrolling', () => {
    const server = serverChannel();
    for (let n = 0; n < 10; n++) server.say('AGENT');
    const old = run([{ type: 'sessionOpened' }, { type: 'newestRead', page: server.newest(), monotonic: 0 }]);
    for (let n = 0; n < 50; n++) server.say('AGENT');
    const woke = chatReducer(old, { type: 'newestRead', page: server.newest(), monotonic: 0 });
    expect(woke.events.map(({ channelSeq }) => channelSeq)).toEqual(Array.from({ length: 30 }, (_, at) => at + 31));
    expect(woke.complete).toBe(false);
    const older = chatReducer(woke, { type: 'olderRead', page: server.before(31) });
    expect(hasHole(older.events)).toBe(false);
    expect(chatReducer(older, { type: 'olderRead', page: server.before(1) }).complete).toBe(true);
  });

  it('shows a message at once, moves it into the history when it is taken, and never twice', () => {
    const unsent = { clientMessageId: 'client-1', text: 'Hello', file: null };
    const queued = run([
      { type: 'queued', unsent: [unsent] },
      { type: 'queued', unsent: [unsent] },
    ]);
    expect(queued.outbox).toMatchObject([{ text: 'Hello', state: 'sending' }]);
    const taken = chatReducer(queued, {
      type: 'taken',
      clientMessageId: 'client-1',
      answer: { eventId: id(1), channelSeq: 1, createdAt: AT },
    });
    expect(taken.outbox).toEqual([]);
    const echoed = chatReducer(taken, {
      type: 'received',
      frame: { type: 'Text', id: 'f', payload: { event: event(1, { from: 'VISITOR', clientMessageId: 'client-1', text: 'Hello' }) } },
    });
    expect(echoed.events).toHaveLength(1);
    expect(chatReducer(echoed, { type: 'queued', unsent: [unsent] }).outbox).toEqual([]);
  });

  it('shows a file at once, and in the history what the server will say of it', () => {
    const file: UploadedFile = { ...picture, type: 'IMAGE', notice: null };
    const unsent = { clientMessageId: 'client-1', text: '', file };
    const answer = { eventId: id(1), channelSeq: 1, createdAt: AT };
    const taken = run([
      { type: 'queued', unsent: [unsent] },
      { type: 'taken', clientMessageId: 'client-1', answer },
    ]);
    const said = event(1, { from: 'VISITOR', name: null, text: '', clientMessageId: 'client-1', file: picture });
    expect(taken.events).toEqual([said]);
  });

  it('keeps what is attached when a session begins or ends', () => {
    const attachment: Attachment = {
      key: 'a',
      name: 'план.pdf',
      size: 9,
      is: 'waiting',
      part: 0,
      stands: false,
      trouble: null,
      file: null,
    };
    const state = run([
      { type: 'attached', attachments: [attachment] },
      { type: 'sessionOpened' },
      { type: 'uploading', key: 'a', part: 0.5, stands: false },
      { type: 'sessionEnded' },
      { type: 'startedAnew' },
    ]);
    expect(state.attachments).toEqual([{ ...attachment, is: 'uploading', part: 0.5 }]);
  });

  it('keeps what waits to be sent when the session ends and another begins', () => {
    const state = run([
      { type: 'queued', unsent: [{ clientMessageId: 'client-1', text: 'Are you there?', file: null }] },
      { type: 'notSent' },
      { type: 'received', frame: { type: 'SessionEnded', id: 'f', payload: {} } },
    ]);
    expect(state.session).toBe('ENDED');
    expect(run([{ type: 'startedAnew' }, { type: 'sessionOpened' }], state).outbox).toMatchObject([
      { text: 'Are you there?', state: 'waiting' },
    ]);
  });

  it('lets what cannot go wait, without a word more, until it is taken', () => {
    const say = (n: number): ChatAction => ({ type: 'queued', unsent: [{ clientMessageId: `client-${n}`, text: `${n}`, file: null }] });
    const states = (state: ChatState) => state.outbox.map(({ state: is }) => is);
    const lost = run([
      say(1),
      { type: 'refused', clientMessageId: 'client-1', body: null },
      say(2),
      { type: 'connection', is: 'LOST' },
      say(3),
    ]);
    expect(states(lost)).toEqual(['refused', 'waiting', 'waiting']);
    const tried = chatReducer(lost, { type: 'notSent' });
    expect(tried.outbox).toBe(lost.outbox);
    const back = run([{ type: 'connection', is: 'ONLINE' }, say(4)], tried);
    expect(states(back)).toEqual(['refused', 'waiting', 'waiting', 'waiting']);
  });

  it('keeps of a refusal that the chat is closed, until it is tried again', () => {
    const say: ChatAction = { type: 'queued', unsent: [{ clientMessageId: 'client-0', text: 'Hello', file: null }] };
    const refused = (body: unknown): ChatAction => ({ type: 'refused', clientMessageId: 'client-0', body });
    const closed = run([say, refused({ message: 'WIDGET_CLOSED' })]);
    expect(closed.outbox).toMatchObject([{ state: 'refused', why: 'WIDGET_CLOSED' }]);
    for (const body of [{ message: 'FILE_NOT_FOUND' }, null, undefined])
      expect(run([refused(body)], closed).outbox).toMatchObject([{ state: 'refused', why: undefined }]);
  });

  it('never moves a delivery back', () => {
    const seen = run([
      { type: 'received', frame: { type: 'Text', id: 'f', payload: { event: event(1, { from: 'VISITOR', status: 'SEEN' }) } } },
      {
        type: 'received',
        frame: { type: 'MessageStatus', id: 'f', payload: { from: 'VISITOR', channelSeq: 1, status: 'DELIVERED' } },
      },
      { type: 'received', frame: { type: 'Text', id: 'f', payload: { event: event(1, { from: 'VISITOR', status: 'SENT' }) } } },
    ]);
    expect(seen.events[0]?.status).toBe('SEEN');
  });

  it('counts as unread what the agents said and nobody saw, also when another tab saw it', () => {
    const server = serverChannel();
    const frames = [server.say('AGENT'), server.say('VISITOR'), server.say('AGENT')];
    const state = run(frames.map((frame): ChatAction => ({ type: 'received', frame })));
    expect(unreadCount(state.events)).toBe(2);
    const other = chatReducer(state, { type: 'received', frame: server.status('AGENT', 0.3, 'SEEN') });
    expect(unreadCount(other.events)).toBe(1);
    expect(unreadCount(chatReducer(other, { type: 'seen', channelSeq: 3 }).events)).toBe(0);
  });
});
