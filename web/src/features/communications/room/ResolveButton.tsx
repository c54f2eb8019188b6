import type { Conversation, Room } from '@parley/contract';
import { useCommand } from '../../../commands/active.ts';
import { useWorkingKeys } from '../../../commands/single-keys.ts';
import { partWithWords } from '../../../late-parts.ts';
import { useText } from '../../../text.ts';
import { toastProblem } from '../../../ui/toast.ts';
import { useBeingResolved } from '../bulk/being-resolved.ts';
import { useCommunications } from '../context.ts';
import { useColleagueName } from '../names.ts';
import { HeadButton } from './HeadButton.tsx';
import { roomName } from './room-words.ts';

interface ResolveButtonProps {
  room: Room;
  conversation: Conversation;
  /** Something else is the main action. */
  isBeside: boolean;
}

/**
 * Resolves a conversation, which can be undone for a while. What the focus stood on goes away with it then: the frame puts it on what comes in its
 * place. Pressed meanwhile it does nothing, so that two presses are as one.
 */
export function ResolveButton({ room, conversation, isBeside }: ResolveButtonProps) {
  const text = useText();
  const communications = useCommunications();
  const nameOf = useColleagueName();
  const isUnderWay = useBeingResolved((ids) => ids.has(conversation.id));
  const keys = useWorkingKeys()('room.resolve');
  const { assignedUserId: holder } = conversation;
  const press = () => {
    if (isUnderWay) return;
    const { me } = communications;
    const colleague = holder === null || holder === me ? null : nameOf(holder);
    const one = { roomId: room.id, name: roomName(room, text, me), conversation, publicNo: room.publicCount };
    // With the words of its offer, which the open room does without.
    partWithWords(import('../bulk/resolve-later.ts')).then(
      ({ resolveOneLater }) => resolveOneLater(communications, one, colleague),
      toastProblem,
    );
  };
  useCommand('room.resolve', press);
  return (
    <HeadButton
      room={room}
      conversation={conversation}
      icon="check"
      isMain={!isBeside}
      data-until-resolved
      aria-disabled={isUnderWay || undefined}
      onClick={press}
      {...(keys === '' ? {} : { 'aria-keyshortcuts': keys })}
    >
      {text('COMMUNICATIONS_RESOLVE')}
    </HeadButton>
  );
}
