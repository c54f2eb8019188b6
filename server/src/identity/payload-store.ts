import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Database } from '../platform/database.ts';

/** Whoever reads these ids could use them: only their hash is stored. */
const BEARER_MODELS: ReadonlySet<string> = new Set(['RefreshToken', 'AuthorizationCode']);
/** Models without a life of their own get this long. */
const LONGEST_SECONDS = 400 * 24 * 60 * 60;
/** An answer can be lost on its way: the token that it answered renews again for so long, while none that came of it was used. */
export const GRACE_SECONDS = 60;

interface Row {
  payload: AdapterPayload;
  consumed: number | null;
}

/** Keeps what the provider must remember in PostgreSQL, one instance per kind of thing (oidc-provider: adapter). */
export function payloadStore(db: Database): (model: string) => Adapter {
  return (model) => {
    const bearer = BEARER_MODELS.has(model);
    const grace = model === 'RefreshToken' ? GRACE_SECONDS : 0;
    const stored = (id: string) => (bearer ? createHash('sha256').update(id).digest('base64url') : id);

    /** The token that the one now made stands for: the store is told only what stands in the new one. */
    function rotatedFrom(): string | null {
      const before = model === 'RefreshToken' ? Provider.ctx?.oidc.entities.RotatedRefreshToken : undefined;
      return before === undefined ? null : stored(before.jti);
    }

    async function one(where: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> {
      if (value.includes('\0')) return undefined;
      const { rows } = await sql<Row>`
        select p.payload, case
            when before.followed_by <> p.id then extract(epoch from clock_timestamp())::bigint
            when p.followed_by is not null or p.consumed_at <= clock_timestamp() - make_interval(secs => ${grace})
              then extract(epoch from p.consumed_at)::bigint
          end as consumed
        from oidc_payloads p left join oidc_payloads before on before.model = p.model and before.id = p.rotated_from
        where p.model = ${model} and p.${sql.ref(where)} = ${value} and p.expires_at > clock_timestamp() limit 1`.execute(
        db.outsideReader(),
      );
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
          insert into oidc_payloads (model, id, payload, grant_id, uid, rotated_from, expires_at)
          values (${model}, ${stored(id)}, ${kept}::jsonb, ${payload.grantId ?? null}, ${payload.uid ?? null}, ${rotatedFrom()},
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
        // The row before is held first: of the tokens that came of one, a single one is ever used.
        const { rows } = await sql`
          with me as (select id, rotated_from from oidc_payloads where model = ${model} and id = ${stored(id)}),
          before as (
            update oidc_payloads b set followed_by = me.id from me
            where b.model = ${model} and b.id = me.rotated_from and (b.followed_by is null or b.followed_by = me.id) returning 1)
          update oidc_payloads p set consumed_at = coalesce(p.consumed_at, clock_timestamp()) from me
          where p.model = ${model} and p.id = me.id and (me.rotated_from is null or exists (select from before))
            and (p.consumed_at is null
              or p.followed_by is null and p.consumed_at > clock_timestamp() - make_interval(secs => ${grace})) returning 1`.execute(
          db.outsideReader(),
        );
        // Used meanwhile by another request.
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
