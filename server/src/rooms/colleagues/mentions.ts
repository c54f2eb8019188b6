import type { Mention, MentionablePerson } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import { announce } from '../../platform/announce.ts';
import type { Reader, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { ROLES_THAT_READ_ALL, withoutSight } from '../access.ts';
import { peopleMentioned } from '../announcements.ts';
import type { LockedRoom } from '../delivery/delivery.ts';
import type { RoomsDeps } from '../deps.ts';
import { requireVisible } from '../reading/history.ts';
import type { MessagePlace } from './among-colleagues.ts';
import { type Counted, followAsNamed } from './following.ts';

/** Colleagues who may be named in a room: those who see it and may sign in, by name. Throws ROOM_NOT_FOUND. */
export async function mentionablePeople(on: Reader, actor: Actor, roomId: string): Promise<MentionablePerson[]> {
  await requireVisible(on, actor, roomId);
  const { rows } = await sql<MentionablePerson>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.job_title as "jobTitle"
    from users u
    where u.active and u.id <> ${actor.userId}::uuid and (
      (u.role = any(${ROLES_THAT_READ_ALL}::text[]) and exists (select from rooms r where r.id = ${roomId}::uuid and r.type = 'EXTERNAL'))
      or u.id = any(array(
        select a.subject_id from room_access a where a.room_id = ${roomId}::uuid
        union all
        select m.user_id from room_access a join queue_members m on m.queue_id = a.subject_id where a.room_id = ${roomId}::uuid)))
    order by u.first_name, u.last_name, u.id`.execute(on);
  return rows;
}

/** As they are stored: nothing but what the contract tells of them. */
export const tidyMentions = (mentions: readonly Mention[] = []): Mention[] =>
  mentions.map(({ userId, from, length }) => ({ userId, from, length }));

/** Throws MENTION_OUT_OF_SIGHT with the names of those who do not see the room, and USER_NOT_FOUND for whom nobody knows. */
export async function requireMentionable(tx: Tx, room: Pick<LockedRoom, 'id' | 'type'>, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const people = await tx.selectFrom('users').select(['id', 'first_name', 'last_name', 'active']).where('id', 'in', userIds).execute();
  if (people.length < userIds.length) throw problem('USER_NOT_FOUND');
  const blind = new Set((await withoutSight(tx, [{ id: room.id, type: room.type, subjectIds: userIds }])).get(room.id));
  const missing = people.filter(({ id, active }) => !active || blind.has(id));
  if (missing.length === 0) return;
  const names = missing.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim()).join(', ');
  throw problem('MENTION_OUT_OF_SIGHT', { names });
}

/**
 * Has those who are named follow the room from now on, and told of it, but for whoever names them. To be asked under the room's lock.
 * @param before what of the room they are taken to have seen
 */
export async function nameColleagues(
  deps: RoomsDeps,
  tx: Tx,
  { accountId, userId, name }: Actor,
  { roomId, eventId, userIds, before }: MessagePlace & { userIds: readonly string[]; before: Counted },
): Promise<void> {
  const others = [...new Set(userIds)].filter((id) => id !== userId);
  await followAsNamed(deps, tx, accountId, { roomId, userIds: others, before });
  const mentioned = others.length === 0 ? [] : [{ accountId, roomId, eventId, userIds: others, by: { id: userId, name } }];
  await announce(tx, peopleMentioned, mentioned);
}
