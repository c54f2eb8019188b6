import { AuditEntityType, type AuditEntry, AuditKind, type AuditQuery, Role } from '@parley/contract';
import * as z from 'zod/mini';
import { calls } from '../accounts/index.ts';
import type { Database, Reader } from '../platform/database.ts';
import { openToRead } from './reading.ts';

const Fields = z.record(z.string(), z.unknown());

/** Newest first; the ids are made in the order of time. */
async function pageOfEntries(
  on: Reader,
  accountId: string | null,
  { size, after, person, kind, withoutViews, from, to }: AuditQuery,
): Promise<{ content: AuditEntry[]; last: boolean }> {
  const rows = await on
    .selectFrom('audit_entries')
    .selectAll()
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .$if(after !== undefined, (query) => query.where('id', '<', after as string))
    .$if(person !== undefined, (query) => query.where('actor_id', '=', person as string))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as string))
    .$if(withoutViews, (query) => query.where('kind', '!=', 'ACCOUNT_READ' satisfies AuditKind))
    .$if(from !== undefined, (query) => query.where('at', '>=', from as string))
    .$if(to !== undefined, (query) => query.where('at', '<', to as string))
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  return {
    content: rows.slice(0, size).map((row) => ({
      id: row.id,
      at: row.at,
      kind: AuditKind.parse(row.kind),
      actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name, role: Role.parse(row.actor_role) },
      entity: { type: AuditEntityType.parse(row.entity_type), id: row.entity_id, name: row.entity_name },
      before: Fields.parse(row.before),
      after: Fields.parse(row.after),
      address: row.address,
      requestId: row.request_id,
    })),
    last: rows.length <= size,
  };
}

/** The audit trail, to be read alone. */
export function auditApi(db: Database) {
  return {
    ofAccount: calls.audit.ofAccount.handler(async ({ context, input: { params, query } }) => {
      await openToRead(db, context, params.accountId, { type: 'AUDIT', id: null, name: '' });
      return pageOfEntries(db.reader(params.accountId), params.accountId, query);
    }),
    ofInstallation: calls.audit.ofInstallation.handler(({ input: { query } }) => pageOfEntries(db.outsideReader(), null, query)),
  };
}
