import type { Room } from '@parley/contract';
import { AddColleaguesDialog } from './AddColleaguesDialog.tsx';
import type { GroupQuestion } from './asking.ts';
import { RenameDialog } from './RenameDialog.tsx';

interface GroupDialogProps {
  question: GroupQuestion;
  room: Room;
  /** The room went out of sight: nothing more can be done with it. */
  isGone: boolean;
  onClose: () => void;
}

/** What is asked about a group. */
export function GroupDialog({ question, ...about }: GroupDialogProps) {
  return question === 'name' ? <RenameDialog {...about} /> : <AddColleaguesDialog {...about} />;
}
