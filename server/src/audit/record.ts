import type { AuditEntityType, AuditKind, Role } from '@parley/contract';
import { AUDIT_SECRET } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';

/** Who does something, and from where. */
export interface Doer {
  /** Null for nobody who is known. */
  actor: { id: string; name: string; role: Role } | null;
  address: string;
  requestId: string;
}

export interface Deed {
  kind: AuditKind;
  entity: { type: AuditEntityType; id: string | null; name: string };
  /** Only fields that changed. */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
}

/** The doer of a call. */
export const doerOf = ({ actor, request }: { actor: Actor; request: Pick<FastifyRequest, 'ip' | 'id'> }): Doer => ({
  actor: { id: actor.userId, name: actor.name, role: actor.role },
  address: request.ip,
  requestId: request.id,
});

/**
 * Writes into the audit trail of the account that is set on `tx`, or of none; in the transaction of what was done, so that
 * neither is there without the other.
 */
export async function recordDeed(tx: Tx, { actor, address, requestId }: Doer, deed: Deed): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({
      id: newId(),
      account_id: sql<string | null>`nullif(current_setting('app.account', true), '')::uuid`,
      kind: deed.kind,
      actor_id: actor?.id ?? null,
      actor_name: actor?.name ?? '',
      actor_role: actor?.role ?? null,
      entity_type: deed.entity.type,
      entity_id: deed.entity.id,
      entity_name: deed.entity.name,
      before: JSON.stringify(deed.before ?? {}),
      after: JSON.stringify(deed.after ?? {}),
      address,
      request_id: requestId,
    })
    .execute();
}

export interface Difference {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/**
 * Of the fields that are to be replaced, those whose value is another than before. Of `secrets` nothing but their name is
 * told, and each that is given counts as changed. Null when nothing is.
 */
export function difference(
  stood: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
  secrets: ReadonlySet<string> = new Set(),
): Difference | null {
  const told: Difference = { before: {}, after: {} };
  for (const [field, value] of Object.entries(given)) {
    if (secrets.has(field)) {
      told.after[field] = AUDIT_SECRET;
    } else if (JSON.stringify(stood[field]) !== JSON.stringify(value)) {
      told.before[field] = stood[field];
      told.after[field] = value;
    }
  }
  return Object.keys(told.after).length === 0 ? null : told;
}
