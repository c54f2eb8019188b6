import type { VisitorApi } from './api.ts';
import type { ChatAction, ChatState } from './state/chat-state.ts';

const READ_AGAIN = 3000;
const AT_THE_LATEST = 30_000;

/** What reading stands on. */
export interface ReadingEnds {
  secret(): string | null;
  online(): boolean;
  state(): ChatState;
  dispatch(action: ChatAction): void;
  /** A request was answered that the session is over. */
  ended(): void;
}

/** Reads what was said by REST; while no socket stands, ever again, so that an answer comes all the same. */
export function reading(api: Pick<VisitorApi, 'history'>, { secret, online, state, dispatch, ended }: ReadingEnds) {
  let pace = READ_AGAIN;
  let again: ReturnType<typeof setTimeout> | undefined;

  function plan(ms: number): void {
    clearTimeout(again);
    again = setTimeout(newest, ms);
  }

  async function newest(): Promise<void> {
    clearTimeout(again);
    const used = secret();
    if (used === null) return;
    const answer = await api.history(used);
    if (used !== secret()) return;
    if (answer.is === 'ended') return ended();
    const before = state().events.at(-1)?.channelSeq;
    if (answer.is === 'ok') dispatch({ type: 'newestRead', page: answer.value, monotonic: performance.now() });
    // Where something is being said, more is to come.
    const isNew = state().events.at(-1)?.channelSeq !== before;
    if (online()) {
      pace = READ_AGAIN;
      if (answer.is !== 'ok') plan((answer.is === 'broken' && answer.retryAfter) || READ_AGAIN);
      return;
    }
    if (isNew) pace = READ_AGAIN;
    plan(Math.max(pace, (answer.is === 'broken' && answer.retryAfter) || 0));
    pace = Math.min(pace * 2, AT_THE_LATEST);
  }

  async function older(): Promise<void> {
    const [first] = state().events;
    const used = secret();
    if (!first || used === null || state().complete || state().older === 'LOADING') return;
    dispatch({ type: 'olderAsked' });
    const answer = await api.history(used, first.channelSeq);
    if (used !== secret()) return;
    if (answer.is === 'ok') dispatch({ type: 'olderRead', page: answer.value });
    else if (answer.is === 'ended') ended();
    else dispatch({ type: 'olderFailed' });
  }

  return {
    newest,
    older,
    /** An answer may be near: where no socket would bring it, it is looked for soon. */
    soon(): void {
      pace = READ_AGAIN;
      if (!online()) plan(pace);
    },
  };
}
