import { anewIdOf, type OtherDraft, type RoomDraft, type RoomEvent } from '@parley/contract';
import {
  type Draft,
  type DraftContent,
  type DraftFields,
  type Drafts,
  draftKey,
  emailFields,
  emptyDraft,
  isEmpty,
  noContent,
  type OtherWords,
} from './drafts.ts';

/** Who hears: this window, and what it has sent, which is no draft for it even before the server has stored it. */
export interface Hearer {
  readonly windowId: string;
  readonly sent: ReadonlySet<string>;
}

type Told = Pick<OtherDraft, 'text' | 'attachmentsFullDetails' | keyof DraftFields>;

function contentOf({ text, attachmentsFullDetails, ...told }: Told): DraftContent {
  const given = ([...emailFields, 'phoneNumber', 'quote'] as const).flatMap((name) =>
    told[name] === undefined ? [] : [[name, told[name]]],
  );
  return { text, files: attachmentsFullDetails, fields: Object.fromEntries(given) };
}

const othersOf = ({ others }: RoomDraft): readonly OtherWords[] =>
  others.map(({ anew, aside = false, ...one }) => ({
    id: one.id,
    isAside: aside,
    ...contentOf(one),
    ...(anew === undefined ? {} : { clientMessageId: anewIdOf(anew) }),
  }));

/** The draft as the server has it, with nothing of this window's beside it. */
function adopted(draft: RoomDraft, { windowId, sent }: Hearer): Draft {
  const isSent = draft.clientMessageId !== null && sent.has(draft.clientMessageId);
  return {
    ...emptyDraft(draftKey(draft.roomId, draft.channelId)),
    ...(isSent ? noContent : contentOf(draft)),
    clientMessageId: draft.clientMessageId ?? '',
    isOwn: draft.windowId === windowId,
    version: draft.version,
    typedAt: Date.parse(draft.typedAt),
    others: othersOf(draft),
  };
}

/** Sent in another window, under the id that it bears here. */
const isSentElsewhere = (held: Draft, draft: RoomDraft): boolean =>
  draft.clientMessageId === held.clientMessageId && isEmpty(contentOf(draft)) && !isEmpty(held);

/**
 * The drafts after one was told of: by a frame, or in a list. What is older than what is known changes nothing. What is typed here and not
 * saved yet stays: its saving finds out which is the later, and the other is offered.
 */
export function hearDraft(drafts: Drafts, draft: RoomDraft, hearer: Hearer): Drafts {
  const key = draftKey(draft.roomId, draft.channelId);
  const held = drafts.get(key);
  if (held !== undefined && draft.version <= Math.max(held.version, held.heard?.version ?? 0)) return withQuote(drafts, held, draft);
  if (held?.unsaved == null || (!held.unsaved.isTypedHere && isSentElsewhere(held, draft)))
    return new Map(drafts).set(key, adopted(draft, hearer));
  if (draft.windowId !== hearer.windowId) return new Map(drafts).set(key, { ...held, heard: adopted(draft, hearer) });
  return new Map(drafts).set(key, { ...held, version: draft.version, others: withoutSettled(othersOf(draft), held) });
}

/** The draft is the one that is held, and what it answers to has other words now, or none. */
function withQuote(drafts: Drafts, held: Draft, { version, quote }: RoomDraft): Drafts {
  const { unsaved, fields } = held;
  const isSame = version === held.version && unsaved === null && quote !== undefined && fields.quote?.eventId === quote.eventId;
  if (!isSame || (fields.quote?.text === quote.text && fields.quote.deleted === quote.deleted)) return drafts;
  return new Map(drafts).set(draftKey(held.roomId, held.channelId), { ...held, fields: { ...fields, quote } });
}

/** The drafts after a message was edited or deleted that some of them answer to: nothing of it is to be saved. */
export function hearQuoted(drafts: Drafts, { id, since, eventData: { message } }: RoomEvent): Drafts {
  const now = since?.deleted === undefined ? { text: message?.text ?? null } : { text: null, deleted: true as const };
  let next: Map<string, Draft> | null = null;
  for (const [key, draft] of drafts) {
    const { quote } = draft.fields;
    if (quote?.eventId !== id) continue;
    next ??= new Map(drafts);
    next.set(key, { ...draft, fields: { ...draft.fields, quote: { ...quote, ...now } } });
  }
  return next ?? drafts;
}

const withoutSettled = (others: readonly OtherWords[], { unsaved }: Draft) => others.filter(({ id }) => !unsaved?.settled.includes(id));

/** What was saved: the draft as it was then. */
export type Saved = Draft & { readonly unsaved: NonNullable<Draft['unsaved']> };

/** The drafts after the server has answered a saving. What was typed since stays unsaved, and goes on from what it is known to follow. */
export function answerSaved(drafts: Drafts, saved: Saved, draft: RoomDraft, hearer: Hearer): Drafts {
  const key = draftKey(draft.roomId, draft.channelId);
  const held = drafts.get(key);
  if (held?.unsaved == null) return hearDraft(drafts, draft, hearer);
  const { unsaved } = held;
  const open = {
    ...unsaved,
    settled: unsaved.settled.slice(saved.unsaved.settled.length),
    aside: unsaved.aside.slice(saved.unsaved.aside.length),
  };
  if (isSentElsewhere(held, draft) && unsaved.isTypedHere) {
    // Under its id something else was sent; what was typed beyond that is a draft of its own.
    const next = { ...held, clientMessageId: crypto.randomUUID(), version: draft.version, heard: null };
    return new Map(drafts).set(key, { ...next, unsaved: open });
  }
  if (unsaved === saved.unsaved) {
    const isOlder = held.heard !== null && held.heard.version > draft.version;
    return new Map(drafts).set(key, isOlder ? held.heard : adopted(draft, hearer));
  }
  // Where another window's words won, it has not been seen what they are: the next saving must not pass over them.
  const isSeen = draft.windowId === hearer.windowId && (held.heard === null || held.heard.version <= draft.version);
  const next = { ...held, unsaved: open, others: withoutSettled(othersOf(draft), { ...held, unsaved: open }) };
  return new Map(drafts).set(key, isSeen ? { ...next, version: draft.version, heard: null } : next);
}

/**
 * The drafts after all were read: those that were not among them are gone, but for what was typed, told or saved since the question.
 *
 * @param asked the drafts as they were when it was asked
 */
export function hearAll(drafts: Drafts, all: readonly RoomDraft[], asked: Drafts, hearer: Hearer): Drafts {
  const told = all.reduce((next, draft) => hearDraft(next, draft, hearer), drafts);
  const names = new Set(all.map(({ roomId, channelId }) => draftKey(roomId, channelId)));
  const gone = [...told].filter(([key, draft]) => !names.has(key) && draft.unsaved === null && asked.get(key) === draft && !isBare(draft));
  if (gone.length === 0) return told;
  const next = new Map(told);
  for (const [key, { version }] of gone) next.set(key, { ...emptyDraft(key), version });
  return next;
}

const isBare = (draft: Draft): boolean => isEmpty(draft) && draft.others.length === 0;
