import type { Room } from '@parley/contract';
import { useText } from '../../../text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { isAmongColleagues } from '../colleagues/among-colleagues.ts';

/** That nothing has been said in a tab of a room yet, and who will read what is. */
export function EmptyTalk({ room, tab }: { room: Room; tab: 0 | 2 }) {
  const text = useText();
  const [title, words] =
    tab === 2
      ? (['COMMUNICATIONS_NO_NOTES', 'COMMUNICATIONS_NO_NOTES_WORDS'] as const)
      : isAmongColleagues(room)
        ? (['COMMUNICATIONS_NO_MESSAGES', 'COMMUNICATIONS_NO_MESSAGES_INTERNAL'] as const)
        : (['COMMUNICATIONS_NO_MESSAGES', 'COMMUNICATIONS_NO_MESSAGES_WORDS'] as const);
  return <EmptyState icon={tab === 2 ? 'lock' : 'msg'} title={text(title)} words={text(words)} />;
}
