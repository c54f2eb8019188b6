import { api } from '../../../api/client.ts';
import type { Sentence } from '../bulk/offer.ts';

/** So many fit into the address of one question. */
const ASKED_AT_ONCE = 100;

const scheduledAt = { RESOLVE: 'SCHEDULED_AT_RESOLVE', TRANSFER: 'SCHEDULED_AT_TRANSFER' } as const;

/** What is said of the messages that wait in conversations before these are resolved or handed on; nothing where none waits. */
export async function waitingIn(conversationIds: readonly string[], before: keyof typeof scheduledAt): Promise<readonly Sentence[]> {
  const chunks = Array.from({ length: Math.ceil(conversationIds.length / ASKED_AT_ONCE) }, (_, at) =>
    conversationIds.slice(at * ASKED_AT_ONCE, (at + 1) * ASKED_AT_ONCE),
  );
  const counts = await Promise.all(chunks.map((ids) => api.scheduled.waiting({ query: { conversation_id: ids.join() } })));
  const sum = (name: 'scheduled' | 'starting' | 'undoable') => counts.reduce((all, one) => all + one[name], 0);
  // What was written while there was no conversation begins one of its own, whatever ends before; handed on, somebody else's is in its way.
  const scheduled = sum('scheduled') - (before === 'RESOLVE' ? sum('starting') : 0);
  const undoable = sum('undoable');
  return [
    ...(undoable === 0 ? [] : [{ key: 'SCHEDULED_GOES_FIRST', params: { count: undoable } } as const]),
    ...(scheduled === 0 ? [] : [{ key: scheduledAt[before], params: { count: scheduled } } as const]),
  ];
}
