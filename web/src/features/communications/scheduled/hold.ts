import type { ScheduledMessage, ScheduledState } from '@parley/contract';
import { api, orpc, queryClient } from '../../../api/client.ts';
import type { PendingSend } from '../state/pending.ts';
import type { Told } from './scheduled-messages.ts';
import { addUndoable } from './undoable.ts';

/** Keeps with the server what is sent when it can be taken back no more. Asked again under its id, it is the one that is kept, which may not wait any more. */
export async function hold({
  roomId,
  clientMessageId,
  channelId,
  text,
  file,
  seenSeq,
  email,
  more = [],
}: PendingSend & { channelId: string }): Promise<ScheduledState> {
  const message = await api.scheduled.create({
    params: { roomId },
    body: {
      clientMessageId,
      channelId,
      text: text === '' ? null : text,
      fileIds: file === null ? [] : [file, ...more].map(({ fileId }) => fileId),
      ...(email === undefined ? {} : { email }),
      sendAt: null,
      timezone: 'UTC',
      unlessCustomerWrites: false,
      seenSeq,
    },
  });
  if (message.state === 'WAITING') addUndoable(message);
  await hearScheduled(message);
  return message.state;
}

/** What was made just now stands among the others at once, whatever was on its way before. */
export async function hearScheduled(message: ScheduledMessage): Promise<void> {
  const queryKey = orpc.scheduled.list.queryKey({ input: { params: { roomId: message.roomId } } });
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<Told>(queryKey, (told) =>
    told === undefined || message.state !== 'WAITING'
      ? told
      : {
          ...told,
          content: [...told.content.filter(({ id }) => id !== message.id), message].toSorted((a, b) => a.sendAt.localeCompare(b.sendAt)),
        },
  );
  // A reading may have been broken off.
  void queryClient.invalidateQueries({ queryKey });
}
