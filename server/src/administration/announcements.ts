import { announce, domainEvent } from '../platform/announce.ts';
import { beforeCommit, type Tx } from '../platform/database.ts';

/** Who these people are, or in which queues they answer, is another now. */
export const colleaguesChanged = domainEvent<{ accountId: string; userId: string }>('administration.colleaguesChanged');

/** Says so at the end of the transaction that changes them. */
export function announceColleagues(tx: Tx, accountId: string, userIds: readonly string[]): void {
  beforeCommit(tx, () =>
    announce(
      tx,
      colleaguesChanged,
      userIds.map((userId) => ({ accountId, userId })),
    ),
  );
}
