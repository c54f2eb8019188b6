import type { Conversation, NewTransfer } from '@parley/contract';

/** Where a conversation stands as somebody sees it: it is handed on from there alone. */
export const whereItIs = ({ assignedUserId, queueId }: Conversation): Pick<NewTransfer, 'expectedUserId' | 'expectedQueueId'> => ({
  expectedUserId: assignedUserId,
  expectedQueueId: queueId,
});
