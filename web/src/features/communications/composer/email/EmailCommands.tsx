import { messagingState } from '@parley/contract';
import { useCommand } from '../../../../commands/active.ts';
import { useCan } from '../../../../session/current-user.ts';
import { useCommunications } from '../../context.ts';
import { useChosen } from '../../room/use-chosen.ts';
import type { RoomRecord } from '../../state/room-record.ts';
import { answerEmail } from './answer-email.ts';
import { lastAnswerable } from './last-answerable.ts';
import type { AnswerKind } from './standing-email.ts';

/** Keys and palette answer the last e-mail of the conversation to all, or pass it on, where that can be done. */
export function EmailCommands({ record }: { record: RoomRecord }) {
  const { me, store } = useCommunications();
  const maySend = useCan(['rooms', 'send']);
  const { room } = record;
  const chosenId = useChosen()?.id;
  const open = room.channels.filter((channel) => channel.channelType === 'EMAIL' && messagingState(channel, room, me).enabled);
  const last = maySend ? lastAnswerable(record.public.events, chosenId, new Set(open.map(({ channelId }) => channelId))) : undefined;
  const answer = (kind: AnswerKind) => (last === undefined ? null : () => void answerEmail(store, room, last, kind));
  useCommand('room.replyAll', answer('REPLY_ALL'));
  useCommand('room.forward', answer('FORWARD'));
  return null;
}
