import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Database } from '../platform/database.ts';

/** Whoever reads these ids could use them: only their hash is stored. */
const BEARER_MODELS: ReadonlySet<string> = new Set(['RefreshToken', 'AuthorizationCode']);
/** Models without a life of their own get this long. */
const LONGEST_SECONDS = 400 * 24 * 60 * 60;

interface Row {
  payload: AdapterPayload;
  consumed: number | null;
}

/** Keeps what the provider must remember in PostgreSQL, one instance per kind of thing (oidc-provider: adapter). */
export function payloadStore(db: Database): (model: string) => Adapter {
  return (model) => {
    const bearer = BEARER_MODELS.has(model);
    const stored = (id: string) => (bearer ? createHash('sha256').update(id).digest('base64url') : id);

    async function one(where: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> {
      if (value.includes('\0')) return undefined;
      const { rows } = await sql<Row>`
        select payload, extract(epoch from consumed_at)::bigint as consumed from oidc_payloads
        where model = ${model} and ${sql.ref(where)} = ${value} and expires_at > clock_timestamp() limit 1`.execute(db.outsideReader());
      const row = rows[0];
      if (row === undefined) return undefined;
      return row.consumed === null ? row.payload : { ...row.payload, consumed: row.consumed };
    }

    return {
      async upsert(id, payload, expiresIn) {
        const { jti, ...rest } = payload;
        const kept = JSON.stringify(bearer || jti === undefined ? rest : payload);
        if (kept.includes('\\u0000')) throw new errors.InvalidRequest('a NUL character');
        await sql`
          insert into oidc_payloads (model, id, payload, grant_id, uid, expires_at)
          values (${model}, ${stored(id)}, ${kept}::jsonb, ${payload.grantId ?? null}, ${payload.uid ?? null},
            clock_timestamp() + make_interval(secs => ${expiresIn || LONGEST_SECONDS}))
          on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
            expires_at = excluded.expires_at`.execute(db.outsideReader());
      },
      async find(id) {
        const payload = await one('id', stored(id));
        return payload === undefined || !bearer ? payload : { ...payload, jti: id };
      },
      findByUid: (uid) => one('uid', uid),
      // The device flow, which alone has user codes, is switched off.
      findByUserCode: async () => undefined,
      async consume(id) {
        const { rows } = await sql`
          update oidc_payloads set consumed_at = clock_timestamp()
          where model = ${model} and id = ${stored(id)} and consumed_at is null returning 1`.execute(db.outsideReader());
        // Two requests with one token at the same moment: the second one loses.
        if (rows.length === 0) throw new errors.InvalidGrant('already used');
      },
      async destroy(id) {
        await sql`delete from oidc_payloads where model = ${model} and id = ${stored(id)}`.execute(db.outsideReader());
      },
      async revokeByGrantId(grantId) {
        await sql`delete from oidc_payloads where grant_id = ${grantId}`.execute(db.outsideReader());
      },
    };
  };
}

/** Deletes what has expired. */
export async function sweepPayloads(db: Database): Promise<void> {
  await sql`delete from oidc_payloads where expires_at < clock_timestamp()`.execute(db.outsideReader());
}
