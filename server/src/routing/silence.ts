import { ChannelType, usualAutoResolve } from '@parley/contract';
import { autoResolve as bg } from '@parley/contract/text/bg/auto-resolve';
import { autoResolve as en } from '@parley/contract/text/en/auto-resolve';
import { CompiledQuery } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../platform/database.ts';
import { filled } from '../platform/html.ts';
import type { Task } from '../platform/jobs.ts';
import {
  canSayByItself,
  inRooms,
  type RoomsDeps,
  type RoomWork,
  resolveAfterSilence,
  roomWork,
  type SaidByItself,
  sayByItself,
} from '../rooms/index.ts';

export const SILENCE_TASK = 'routing:silence';

/** Looked after in one run at most; the next run, a minute later, goes on. */
const AT_ONCE = 500;

/** Where a message may cost something, and reaches somebody who is not looking at a chat: an account may want no warning there. */
const OUTSIDE_CHATS: ReadonlySet<ChannelType> = new Set(['SMS', 'VIBER', 'EMAIL']);

const Silent = z.object({
  id: z.string(),
  account_id: z.string(),
  room_id: z.string(),
  holder: z.string(),
  channel_id: z.string(),
  channel_type: ChannelType,
  channel_application_id: z.string(),
  warned: z.boolean(),
  warning_minutes: z.nullable(z.number()),
  warning_text: z.string(),
  warns_outside_chats: z.boolean(),
  language: z.string(),
});
type Silent = z.infer<typeof Silent>;

/**
 * Conversations that are due at $1: somebody holds them, and the last word, on whichever of their channels it was said, is ours and has
 * reached the customer. Whoever waits for an answer is never sent away by the clock; neither is anybody to whom something is still to be sent.
 * The silence counts from that word, or from when the conversation came to its holder or woke, or from what its holder has typed to the customer
 * and not sent yet, whichever was later: whoever looks something up and writes the answer is not cut off. Where the account says nothing: $2,
 * minutes between warning and end, and $3, whether it warns outside chats.
 */
const SILENT = `
  select c.id, c.account_id, c.room_id, c.assigned_user_id as holder, last.id as channel_id, last.type as channel_type,
    last.channel_application_id, last.warned,
    rules.warning_minutes, coalesce(a.settings ->> 'warningText', '') as warning_text,
    coalesce((a.settings ->> 'warnsOutsideChats')::boolean, $3::boolean) as warns_outside_chats, contact.language
  from conversations c
  join accounts a on a.id = c.account_id and a.status = 'active'
  left join queues q on q.id = c.queue_id
  join rooms r on r.id = c.room_id
  join contacts contact on contact.id = r.contact_id
  cross join lateral (
    select coalesce(q.silent_minutes, (a.settings ->> 'silentMinutes')::integer, 0) as silent_minutes,
      case when a.settings ? 'warningMinutes' then (a.settings ->> 'warningMinutes')::integer else $2::integer end as warning_minutes) rules
  cross join lateral (
    select ch.id, ch.type, ch.channel_application_id, ch.channel_seq from conversation_channels cc join contact_channels ch on ch.id = cc.contact_channel_id
    where cc.conversation_id = c.id and cc.open order by ch.used_at desc limit 1) used
  cross join lateral (
    select used.id, used.type, used.channel_application_id, e.created_at, e.origin_type, e.status, e.id is not distinct from c.silence_warning_id as warned from events e
    where e.contact_channel_id = used.id and e.channel_seq = used.channel_seq) last
  cross join lateral (
    select max(d.changed_at) as typed_at from conversation_channels cc join room_drafts d on d.contact_channel_id = cc.contact_channel_id
    where cc.conversation_id = c.id and cc.open and d.room_id = c.room_id and d.user_id = c.assigned_user_id and d.content is not null) own
  where c.state = 'ASSIGNED' and c.assigned_user_id is not null and c.snoozed_at is null and rules.silent_minutes > 0
    and last.origin_type <> 'CUSTOMER' and last.status in ('SENT', 'DELIVERED', 'SEEN')
    and greatest(last.created_at, c.assigned_at, c.woken_at, own.typed_at)
      + make_interval(mins => case when last.warned then coalesce(rules.warning_minutes, 0) else rules.silent_minutes end) <= $1::timestamptz
    and not exists (select from scheduled_messages s where s.room_id = c.room_id and s.state = 'WAITING')`;

const USUAL = [usualAutoResolve.warningMinutes, usualAutoResolve.warnsOutsideChats] as const;

/** Conversations of these that are to stay open however silent it is: whatever marks some for that (tags) fills it. */
export type KeptOpen = (tx: Tx, conversationIds: readonly string[]) => Promise<ReadonlySet<string>>;
/** Nothing marks any yet. */
export const nothingKeptOpen: KeptOpen = async () => new Set();

type Deps = Pick<RoomsDeps, 'db' | 'channels' | 'outbox'>;

/**
 * Every minute, over all accounts: warns the customer of a conversation that has been silent for long, and resolves it when the silence goes on
 * (AUTO_RESOLVE; communications, section 3). Each in a transaction of its own, judged anew under the lock of its room, so that a word
 * of either side in that moment keeps it open. May be broken off and run again.
 * @param now for tests: the moment that it looks at
 */
export function silenceTask(deps: Deps, keptOpen: KeptOpen = nothingKeptOpen, now: () => number = Date.now): Task {
  return async (_payload, { query, signal }) => {
    const at = new Date(now()).toISOString();
    const { rows } = await query(`${SILENT} order by c.id limit ${AT_ONCE}`, [at, ...USUAL]);
    const faults: unknown[] = [];
    for (const { id, account_id: accountId, room_id: roomId } of z.array(Silent).parse(rows)) {
      signal.throwIfAborted();
      try {
        await inRooms(deps.db, accountId, async (tx) => {
          const work = await roomWork(tx, accountId, roomId);
          const silent = await stillSilent(tx, id, at);
          if (silent !== null && !(await keptOpen(tx, [id])).has(id)) await warnOrResolve(deps, work, silent);
        });
      } catch (fault) {
        faults.push(fault);
      }
    }
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} silent conversations could not be looked after`);
  };
}

/** The conversation as it is now that its room is locked, or null when it is due no longer. */
async function stillSilent(tx: Tx, id: string, at: string): Promise<Silent | null> {
  const { rows } = await tx.executeQuery(CompiledQuery.raw(`${SILENT} and c.id = $4::uuid for no key update of c`, [at, ...USUAL, id]));
  return rows.length === 0 ? null : Silent.parse(rows[0]);
}

async function warnOrResolve(deps: Deps, work: RoomWork, silent: Silent): Promise<void> {
  const { id, warning_minutes: minutes } = silent;
  const where: SaidByItself = {
    conversationId: id,
    contactChannelId: silent.channel_id,
    channelType: silent.channel_type,
    channelApplicationId: silent.channel_application_id,
  };
  const isWanted = minutes !== null && (silent.warns_outside_chats || !OUTSIDE_CHATS.has(silent.channel_type));
  if (silent.warned || !isWanted || !(await canSayByItself(deps, work, where)))
    return resolveAfterSilence(work, { conversationId: id, heldBy: silent.holder });
  const warning = await sayByItself(deps, work, where, warningText(silent, minutes));
  await work.tx.updateTable('conversations').set({ silence_warning_id: warning.id }).where('id', '=', id).execute();
}

function warningText({ warning_text: own, language }: Silent, minutes: number): string {
  if (own !== '') return own;
  const locale = language === 'bg' ? 'bg' : 'en';
  return filled((locale === 'bg' ? bg : en).AUTO_RESOLVE_WARNING, { minutes }, locale);
}
