import { anewOf, type RoomDraft } from '@parley/contract';
import { ApiProblem, UNREACHABLE } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import { report } from '../../../report.ts';
import { keepCopy } from '../state/draft-changes.ts';
import type { Draft, DraftContent, Drafts, Unsaved } from '../state/drafts.ts';
import { answerSaved, type Hearer, hearAll, hearDraft, hearQuoted, type Saved } from '../state/drafts-heard.ts';
import { takeCopies } from '../state/drafts-kept.ts';
import { draftStorage, type RoomsStore, WINDOW } from '../store.ts';
import { setUnkept } from '../writing.ts';
import type { Line } from './line.ts';

/** Typing is saved when it pauses so long; and so long after it began, however long it goes on. */
const PAUSE_MS = 400;
const AT_LATEST_MS = 2000;
/** After a failure that passes, longer with each. */
const RETRY_MS = [1000, 2000, 5000, 10_000, 30_000];

interface Saver {
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The change that the timer waits for or that was refused, and when the first of those was made. */
  seen: Unsaved | null;
  since: number;
  runs: boolean;
  failures: number;
}

const lockOf = (windowId: string): string => `parley.window.${windowId}`;

/** Says to this browser's other windows that this one is open, and what it has typed is its own to save, until `ended`. */
function stayOpen(ended: Promise<void>): void {
  navigator.locks.request(lockOf(WINDOW), () => ended).catch(report);
}

/** Windows of this browser that are open. */
async function openWindows(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  const prefix = lockOf('');
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])));
}

/** Of all savings of this window: one that arrives after a later one is known by it. */
let saves = 0;

const hearerOf = (store: RoomsStore): Hearer => {
  const { state, sentDrafts } = store.getState();
  const pending = [...state.pending.values()].flat().map(({ clientMessageId }) => clientMessageId);
  return { windowId: WINDOW, sent: new Set([...sentDrafts, ...pending]) };
};

function change(store: RoomsStore, next: (drafts: Drafts, hearer: Hearer) => Drafts): void {
  const { drafts } = store.getState();
  const changed = next(drafts, hearerOf(store));
  if (changed !== drafts) store.setState({ drafts: changed });
}

const written = ({ text, files, fields: { quote, ...fields } }: DraftContent) => ({
  ...fields,
  text,
  attachments: files.map(({ fileId }) => fileId),
  ...(quote === undefined ? {} : { quotedEventId: quote.eventId }),
});

function bodyOf(saved: Saved) {
  const { clientMessageId, version, unsaved } = saved;
  saves += 1;
  return {
    ...written(saved),
    clientMessageId,
    windowId: WINDOW,
    save: saves,
    base: version,
    typedAgo: Math.max(0, Date.now() - unsaved.typedAt),
    settled: [...unsaved.settled],
    aside: unsaved.aside.map((one) => {
      const anew = anewOf(one.clientMessageId ?? '');
      return { ...written(one), ...(anew === null ? {} : { anew }) };
    }),
  };
}

const LITTLE = 5000;
const isLittle = (store: RoomsStore, key: string): boolean => (store.getState().drafts.get(key)?.text.length ?? 0) < LITTLE;

/** What the same saving may fare better with later. */
const passes = (problem: ApiProblem): boolean =>
  problem.status === UNREACHABLE || problem.status >= 500 || [401, 408, 429].includes(problem.status);

/**
 * Keeps the drafts of this window and those on the server the same: reads them, hears of those of other windows, and saves what is typed
 * here. The answer ends it.
 */
export function startDrafts(store: RoomsStore, line: Pick<Line, 'subscribe' | 'onOpen'>): () => void {
  const savers = new Map<string, Saver>();
  let stopped = false;

  function settle(key: string): void {
    keepCopy(draftStorage(), store.getState().state.me, WINDOW, key, store.getState().drafts.get(key));
  }

  function wait(key: string, saver: Saver, milliseconds: number): void {
    clearTimeout(saver.timer);
    saver.timer = setTimeout(() => void save(key, saver), milliseconds);
  }

  async function save(key: string, saver: Saver, keepalive = false): Promise<void> {
    clearTimeout(saver.timer);
    saver.timer = undefined;
    const draft = store.getState().drafts.get(key);
    if (stopped || saver.runs || draft?.unsaved == null) return;
    saver.runs = true;
    const saved = { ...draft, unsaved: draft.unsaved };
    const { roomId, channelId } = draft;
    try {
      const params = { roomId, channelId: channelId as RoomDraft['channelId'] };
      const answer = await api.drafts.save({ params, body: bodyOf(saved) }, { context: { keepalive } });
      saver.failures = 0;
      change(store, (drafts, hearer) => answerSaved(drafts, saved, answer, hearer));
      setUnkept(store, key, null);
      settle(key);
    } catch (problem) {
      saver.failures += 1;
      if (!(problem instanceof ApiProblem)) return report(problem);
      const [first] = problem.errors;
      const isLater = passes(problem);
      setUnkept(
        store,
        key,
        isLater ? { reason: null, params: {} } : { reason: first?.message ?? problem.key, params: first?.params ?? {} },
      );
      saver.seen = saved.unsaved;
      // Refused for good: it waits for the next key.
      if (isLater) wait(key, saver, RETRY_MS[Math.min(saver.failures, RETRY_MS.length) - 1] ?? 0);
    } finally {
      saver.runs = false;
    }
    look();
  }

  /** Sees what was typed since the last look, and sets the time of its saving. */
  function look(): void {
    if (stopped) return;
    const now = Date.now();
    for (const [key, { unsaved }] of store.getState().drafts) {
      if (unsaved === null) continue;
      const saver = savers.get(key) ?? { timer: undefined, seen: null, since: now, runs: false, failures: 0 };
      savers.set(key, saver);
      if (saver.runs || saver.seen === unsaved) continue;
      if (saver.timer === undefined) saver.since = now;
      saver.seen = unsaved;
      wait(key, saver, Math.max(0, Math.min(PAUSE_MS, saver.since + AT_LATEST_MS - now)));
    }
  }

  const saveNow = () => {
    // The browser takes up only little of what is to arrive after the page; the copy here has the rest.
    for (const [key, saver] of savers) if (saver.timer !== undefined) void save(key, saver, isLittle(store, key));
  };
  const whenHidden = () => {
    if (document.visibilityState === 'hidden') saveNow();
  };

  let reading: Promise<void> | null = null;
  let readsAgain = false;
  async function readAll(): Promise<void> {
    const asked = store.getState().drafts;
    const all: RoomDraft[] = [];
    let after: string | undefined;
    do {
      const { content, next } = await api.drafts.list(
        { query: after === undefined ? {} : { after } },
        { context: { outlivesNavigation: true } },
      );
      all.push(...content);
      after = next ?? undefined;
    } while (after !== undefined);
    if (!stopped) change(store, (drafts, hearer) => hearAll(drafts, all, asked, hearer));
  }
  function read(): void {
    if (reading !== null) {
      readsAgain = true;
      return;
    }
    readsAgain = false;
    reading = readAll()
      // Without an answer the next connection asks again; what was typed here is here.
      .catch(report)
      .finally(() => {
        reading = null;
        if (readsAgain && !stopped) read();
      });
  }

  /**
   * Rooms out of sight take along what is saved of their drafts, once whoever wrote it has closed them; with the room it is read again.
   */
  let {
    state: { gone },
    navigation: { openRoomId },
  } = store.getState();
  function lookAtSight(): void {
    const { state, navigation } = store.getState();
    if (state.gone === gone && navigation.openRoomId === openRoomId) return;
    const isBack = [...gone.keys()].some((id) => !state.gone.has(id));
    ({ gone } = state);
    ({ openRoomId } = navigation);
    const isHidden = ({ roomId, unsaved }: Draft) => unsaved === null && gone.has(roomId) && roomId !== openRoomId;
    change(store, (drafts) => {
      const left = [...drafts].filter(([, draft]) => !isHidden(draft));
      return left.length === drafts.size ? drafts : new Map(left);
    });
    if (isBack) read();
  }

  const stops = [
    line.subscribe('Draft', (draft) => change(store, (drafts, hearer) => hearDraft(drafts, draft, hearer))),
    ...(['Text', 'Image', 'File'] as const).map((type) =>
      line.subscribe(type, ({ again, event }) => {
        if (again) change(store, (drafts) => hearQuoted(drafts, event));
      }),
    ),
    store.subscribe(() => {
      lookAtSight();
      look();
    }),
    line.onOpen(() => {
      read();
      for (const [key, saver] of savers) if (saver.failures > 0) void save(key, saver);
    }),
  ];
  window.addEventListener('pagehide', saveNow);
  document.addEventListener('visibilitychange', whenHidden);
  let end = () => {};
  stayOpen(new Promise((resolve) => (end = resolve)));
  void openWindows()
    .catch((problem: unknown) => {
      report(problem);
      return new Set<string>();
    })
    .then((open) => {
      if (stopped) return;
      const { drafts, state } = store.getState();
      const taken = takeCopies(drafts, draftStorage(), state.me, WINDOW, open);
      if (taken !== drafts) store.setState({ drafts: taken });
      read();
      look();
    });
  return () => {
    saveNow();
    stopped = true;
    end();
    for (const stop of stops) stop();
    for (const { timer } of savers.values()) clearTimeout(timer);
    window.removeEventListener('pagehide', saveNow);
    document.removeEventListener('visibilitychange', whenHidden);
  };
}
