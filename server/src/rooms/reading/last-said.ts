import { failures, LAST_WORDS_LENGTH } from '@parley/contract';
import { type Cell, cellsOf, type Prepared, packed, unpacked } from '../../platform/cells.ts';
import type { Reader, Tx } from '../../platform/database.ts';
import { jsonOf } from '../../platform/written-json.ts';

const { word, text, instant } = jsonOf;

/** Of an event `e` of ours: whether its customer never got it. */
export const IS_FAILED = `e.status in (${failures.map((status) => `'${status}'`).join(', ')})`;

/**
 * A channel is in one unresolved conversation at most, so that what was said last in that stands at the end of the channel: one entry of its index is read,
 * and no more than these where the conversation has only been recorded there, as after it was started from here.
 */
const FROM_END = 20;

const LAST_SAID: Prepared = {
  name: 'last-said-in-conversations',
  text: `select left(said.message ->> 'text', ${LAST_WORDS_LENGTH}), said.failed::text,
      ${packed('asked.id, said.id, said.type, said.origin_type, said.origin_id, said.created_at')}
    from unnest($1::uuid[]) as asked(id)
      cross join lateral (
        select one.* from conversation_channels cch
          cross join lateral (
            select late.* from (
              select e.*, coalesce(${IS_FAILED}, false) as failed from events e
              where e.contact_channel_id = cch.contact_channel_id and e.channel_seq is not null
              order by e.channel_seq desc limit ${FROM_END}) late
            where late.conversation_id = asked.id and late.kind = 'COMMUNICATION' and not late.private
            order by late.channel_seq desc limit 1) one
        where cch.conversation_id = asked.id
        order by one.seq desc limit 1) said`,
};

/** What was said last in each of these unresolved conversations (contract: LastSaid), in JSON; those in which nothing was said are left out. */
export async function lastSaidIn(on: Tx | Reader, conversationIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (conversationIds.length === 0) return new Map();
  const rows = await cellsOf<[words: Cell, failed: string, packed: string]>(on, LAST_SAID, [conversationIds]);
  return new Map(
    rows.map(([words, failed, cell]): [string, string] => {
      const [conversationId = '', id = '', type, originType, originId, at] = unpacked(cell);
      return [
        conversationId,
        `{"id":"${id}","at":${instant(at)},"type":"${type}","text":${text(words)},"originType":"${originType}","originId":${word(originId)},` +
          `"failed":${failed}}`,
      ];
    }),
  );
}
