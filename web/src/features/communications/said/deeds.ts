import type { EventFrame, Mention, reactions } from '@parley/contract';
import { api } from '../../../api/client.ts';
import { toastProblem } from '../../../ui/toast.ts';
import type { Communications } from '../context.ts';
import { applyFrame } from '../state/apply-frame.ts';
import { changeState } from '../store.ts';

interface MessagePlace {
  roomId: string;
  eventId: string;
}

/** What was changed shows at once, also where the connection is slow; the frame that tells everybody of it changes nothing more. */
function show({ store }: Pick<Communications, 'store'>, frame: EventFrame): void {
  changeState(store, (state) => applyFrame(state, { type: 'Text', id: '', payload: frame }, Date.now()));
}

/** Changes what one has said. Throws what the server says. */
export async function editWords(
  communications: Pick<Communications, 'store'>,
  params: MessagePlace,
  body: { text: string; mentions: Mention[] },
): Promise<void> {
  show(communications, await api.messages.edit({ params, body }));
}

/** Deletes a message. Throws what the server says. */
export async function deleteMessage(communications: Pick<Communications, 'store'>, params: MessagePlace): Promise<void> {
  show(communications, await api.messages.remove({ params }));
}

/** Reacts to a message, or takes that back; a toast says where it was not done. */
export async function react(
  communications: Pick<Communications, 'store'>,
  params: MessagePlace,
  body: { emoji: (typeof reactions)[number]; given: boolean },
): Promise<void> {
  try {
    show(communications, await api.messages.react({ params, body }));
  } catch (problem) {
    toastProblem(problem);
  }
}
