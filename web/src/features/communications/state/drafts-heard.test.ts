import type { RoomDraft } from '@parley/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyForSending, typeDraft } from './draft-changes.ts';
import { type Draft, type Drafts, draftKey, isEmpty, NOTE } from './drafts.ts';
import { answerSaved, type Hearer, hearAll, hearDraft, type Saved } from './drafts-heard.ts';

const ROOM = '00000000-0000-4000-8000-000000000001';
const KEY = draftKey(ROOM, NOTE);
const none: Drafts = new Map();

const view = (version: number, text: string, more: Partial<RoomDraft> = {}): RoomDraft => ({
  roomId: ROOM,
  channelId: NOTE,
  isPrivate: true,
  conversationId: null,
  channelApplicationId: null,
  text,
  attachments: [],
  attachmentsFullDetails: [],
  clientMessageId: `theirs-${version}`,
  version,
  typedAt: '2026-11-29T08:00:00.000Z',
  windowId: 'their-window',
  others: [],
  ...more,
});
const hearer: Hearer = { windowId: 'my-window', sent: new Set() };
const hear = (drafts: Drafts, draft: RoomDraft) => hearDraft(drafts, draft, hearer);
const textOf = (drafts: Drafts) => drafts.get(KEY)?.text;
const savedOf = (drafts: Drafts): Saved => {
  const draft = drafts.get(KEY);
  if (draft?.unsaved == null) throw new Error('nothing is unsaved');
  return { ...draft, unsaved: draft.unsaved };
};

describe('a draft of another window', () => {
  test('shows at once, and what is older changes nothing', () => {
    const heard = hear(hear(none, view(2, 'second')), view(1, 'first'));
    expect(textOf(heard)).toBe('second');
    expect(hear(heard, view(2, 'second'))).toBe(heard);
  });

  test('does not take the place of what is typed here and not saved; the answer says which stands', () => {
    const typed = typeDraft(none, KEY, { text: 'mine' }, 1);
    const heard = hear(typed, view(5, 'theirs'));
    expect(heard.get(KEY)).toMatchObject({ text: 'mine', version: 0 });
    const lost = {
      ...view(6, 'theirs'),
      others: [
        {
          id: ROOM,
          text: 'mine',
          attachments: [],
          attachmentsFullDetails: [],
          anew: ROOM,
          aside: true as const,
          typedAt: '2026-11-29T08:00:00.000Z',
        },
      ],
    };
    expect(answerSaved(heard, savedOf(typed), lost, hearer).get(KEY)).toMatchObject({
      text: 'theirs',
      version: 6,
      others: [{ text: 'mine', isAside: true, clientMessageId: `anew-${ROOM}` }],
    });
  });

  test('that won is not passed over by what was typed here since: the next saving still goes on from before', () => {
    const typed = typeDraft(none, KEY, { text: 'mine' }, 1);
    const more = typeDraft(typed, KEY, { text: 'mine and more' }, 2);
    expect(answerSaved(more, savedOf(typed), view(6, 'theirs'), hearer).get(KEY)).toMatchObject({ text: 'mine and more', version: 0 });
    const won = answerSaved(more, savedOf(typed), view(6, 'mine', { windowId: 'my-window' }), hearer);
    expect(won.get(KEY)).toMatchObject({ text: 'mine and more', version: 6, unsaved: { typedAt: 2 } });
  });

  test('that was heard after the saving it follows is taken with the answer', () => {
    const typed = typeDraft(none, KEY, { text: 'mine' }, 1);
    const heard = hear(typed, view(7, 'theirs, later'));
    expect(textOf(answerSaved(heard, savedOf(typed), view(6, 'mine', { windowId: 'my-window' }), hearer))).toBe('theirs, later');
  });
});

describe('what was sent', () => {
  test('from another window is gone here', () => {
    const heard = hear(none, view(1, 'on its way'));
    expect(textOf(hear(heard, view(2, '', { clientMessageId: 'theirs-1' })))).toBe('');
  });

  test('from this one is no draft for it, also before the server has stored it', () => {
    const typed = typeDraft(none, KEY, { text: 'on its way' }, 1);
    const id = typed.get(KEY)?.clientMessageId ?? '';
    const sent = emptyForSending(typed, KEY);
    const late = view(1, 'on its way', { clientMessageId: id, windowId: 'my-window' });
    const knowing = { ...hearer, sent: new Set([id]) };
    expect(textOf(answerSaved(sent, savedOf(typed), late, knowing))).toBe('');
    expect(textOf(hearAll(sent, [late], sent, knowing))).toBe('');
  });

  test('from another window is no draft in one that had only found a copy of it', () => {
    const typed = typeDraft(none, KEY, { text: 'copied' }, 1);
    const copy = savedOf(typed);
    const found: Drafts = new Map([[KEY, { ...copy, unsaved: { ...copy.unsaved, isTypedHere: false } }]]);
    const sent = view(3, '', { clientMessageId: copy.clientMessageId });
    expect(textOf(hear(found, sent))).toBe('');
    expect(textOf(answerSaved(found, savedOf(found), sent, hearer))).toBe('');
  });

  test('from another window leaves what was typed here beyond it, as a draft under an id of its own', () => {
    const typed = typeDraft(none, KEY, { text: 'sent there, and more' }, 1);
    const id = typed.get(KEY)?.clientMessageId ?? '';
    const next = answerSaved(typed, savedOf(typed), view(3, '', { clientMessageId: id }), hearer).get(KEY);
    expect(next).toMatchObject({ text: 'sent there, and more', version: 3, unsaved: { isTypedHere: true } });
    expect(next?.clientMessageId).not.toBe(id);
  });
});

describe('all drafts, read after a connection was lost', () => {
  test('those that are not among them are gone', () => {
    const heard = hear(none, view(1, 'sent meanwhile'));
    expect(textOf(hearAll(heard, [], heard, hearer))).toBe('');
  });

  test('but for what was typed here, and told since the question', () => {
    const asked = hear(none, view(1, 'old'));
    expect(textOf(hearAll(hear(asked, view(2, 'told since')), [], asked, hearer))).toBe('told since');
    expect(textOf(hearAll(typeDraft(asked, KEY, { text: 'typed' }, 1), [], asked, hearer))).toBe('typed');
    expect(textOf(hearAll(none, [], asked, hearer))).toBeUndefined();
  });
});

/** As much of the server as windows can tell: one text, versions, and what lost. */
class Server {
  version = 0;
  text = '';
  windowId: string | null = null;
  clientMessageId: string | null = null;
  others: string[] = [];
  sent = new Set<string>();

  view = (): RoomDraft =>
    view(this.version, this.text, {
      windowId: this.windowId,
      clientMessageId: this.clientMessageId,
      others: this.others.map((text, i) => ({
        id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
        text,
        attachments: [],
        attachmentsFullDetails: [],
        typedAt: '2026-11-29T08:00:00.000Z',
      })),
    });

  save(windowId: string, saved: Draft): RoomDraft {
    if (this.sent.has(saved.clientMessageId)) return this.view();
    const isUnseen = this.text !== '' && saved.version !== this.version && this.windowId !== windowId;
    if (isUnseen && this.text !== saved.text) this.others.push(this.text);
    this.version = Math.max(this.version, saved.version) + 1;
    [this.text, this.windowId, this.clientMessageId] = [saved.text, windowId, saved.clientMessageId];
    return this.view();
  }

  send(id: string): RoomDraft {
    this.sent.add(id);
    if (this.clientMessageId === id && this.text !== '') {
      this.version += 1;
      this.text = '';
    }
    return this.view();
  }
}

type Move = { what: 'types'; at: number; text: string } | { what: 'saves' | 'hears' | 'sends' | 'asks' | 'reads' | 'answered'; at: number };

describe('snapshot + frames, in two windows', () => {
  const at = fc.nat({ max: 1 });
  const move: fc.Arbitrary<Move> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ what: fc.constant('types' as const), at, text: fc.string({ minLength: 1, maxLength: 4 }) }) },
    {
      weight: 8,
      arbitrary: fc.record({ what: fc.constantFrom('saves', 'answered', 'hears', 'hears', 'sends', 'asks', 'reads'), at }),
    },
  );

  test('however frames are late, twice or lost: one reading makes all windows say the same, and nothing sent comes back', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60, size: 'max' }), (story) => {
        const server = new Server();
        const windows = [0, 1].map((n) => ({
          windowId: `window-${n}`,
          sent: new Set<string>(),
          drafts: none,
          frames: [] as RoomDraft[],
          saving: null as { saved: Saved; answer: RoomDraft } | null,
          asked: null as { all: RoomDraft[]; asked: Drafts } | null,
        }));
        const tell = (draft: RoomDraft) => {
          for (const one of windows) one.frames.push(draft);
          return draft;
        };
        const answer = (one: (typeof windows)[number]) => {
          if (one.saving !== null) one.drafts = answerSaved(one.drafts, one.saving.saved, one.saving.answer, one);
          one.saving = null;
        };
        const save = (one: (typeof windows)[number]) => {
          const draft = one.drafts.get(KEY);
          if (one.saving !== null || draft?.unsaved == null) return;
          one.saving = { saved: { ...draft, unsaved: draft.unsaved }, answer: tell(server.save(one.windowId, draft)) };
        };
        const sentTexts: string[] = [];
        let number = 0;
        for (const next of story) {
          const one = windows[next.at];
          if (one === undefined) throw new Error('no such window');
          if (next.what === 'types') {
            number += 1;
            one.drafts = typeDraft(one.drafts, KEY, { text: `${next.text} ${number}` }, number);
          } else if (next.what === 'saves') save(one);
          else if (next.what === 'answered') answer(one);
          else if (next.what === 'hears') {
            const frame = one.frames.splice(Math.floor(one.frames.length / 2), 1)[0];
            if (frame !== undefined) one.drafts = hearDraft(hearDraft(one.drafts, frame, one), frame, one);
          } else if (next.what === 'sends') {
            const draft = one.drafts.get(KEY);
            if (draft === undefined || isEmpty(draft)) continue;
            one.sent.add(draft.clientMessageId);
            sentTexts.push(draft.text);
            one.drafts = emptyForSending(one.drafts, KEY);
            tell(server.send(draft.clientMessageId));
          } else if (next.what === 'asks') one.asked = { all: server.text === '' ? [] : [server.view()], asked: one.drafts };
          else if (one.asked !== null) {
            one.drafts = hearAll(one.drafts, one.asked.all, one.asked.asked, one);
            one.asked = null;
          }
        }
        // Everybody comes to rest: what is unsaved is saved, and all read once.
        for (let round = 0; round < 4; round += 1) {
          for (const one of windows) {
            answer(one);
            save(one);
            answer(one);
          }
        }
        for (const one of windows) {
          one.drafts = hearAll(one.drafts, server.text === '' ? [] : [server.view()], one.drafts, one);
          expect(one.drafts.get(KEY)?.text ?? '').toBe(server.text);
          expect(one.drafts.get(KEY)?.unsaved ?? null).toBeNull();
        }
        expect(sentTexts).not.toContain(server.text);
      }),
      { numRuns: 500 },
    );
  });
});
