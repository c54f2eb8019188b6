import { calls } from '../accounts/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database } from '../platform/database.ts';
import { inRooms } from '../rooms/index.ts';
import { transferConversation } from './transfer.ts';
import { transferTargets } from './transfer-targets.ts';
import { undoTransfer } from './undo-transfer.ts';

/** Conversations handed on (communications, section 5). */
export function transfersApi({ db, bus }: { db: Database; bus: Bus }) {
  return {
    targets: calls.transfers.targets.handler(({ context: { actor }, input }) =>
      transferTargets(db.reader(actor.accountId), input.query.search),
    ),
    create: calls.transfers.create.handler(async ({ context: { actor }, input: { params, body } }) => {
      await inRooms(db, actor.accountId, (tx) => transferConversation(tx, bus, actor, { ...params, ...body }));
      return params;
    }),
    undo: calls.transfers.undo.handler(async ({ context: { actor }, input: { params, body } }) => {
      await inRooms(db, actor.accountId, (tx) => undoTransfer(tx, bus, actor, { ...params, ...body }));
      return params;
    }),
  };
}
