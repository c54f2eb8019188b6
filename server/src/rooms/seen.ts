import { sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import { afterCommit, type Tx } from '../platform/database.ts';
import { type Problem, problem } from '../platform/problem.ts';
import { participates, subject, visibleRooms } from './access.ts';
import { lockRoom } from './delivery/delivery.ts';
import type { RoomsDeps } from './deps.ts';
import { readMemberships } from './reading/room-view.ts';

interface EventPlace {
  id: string;
  room_id: string;
  seq: number;
  public_no: number;
  private_no: number;
  private: boolean;
  participates: boolean;
  type: string;
  access_no: number;
}

/** What a screen says of an event: it has arrived there, or somebody looked at it. */
export interface Reported {
  kind: 'DELIVERED' | 'SEEN';
  eventId: string;
}

async function placesOf(
  tx: Tx,
  actor: Actor,
  roomIds: readonly string[],
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, EventPlace>> {
  const places = await tx
    .selectFrom('events')
    .innerJoin('rooms', 'rooms.id', 'events.room_id')
    .select(['events.id', 'events.room_id', 'events.seq', 'events.public_no', 'events.private_no', 'events.private'])
    .select(['rooms.type', 'rooms.access_no'])
    .select(participates(actor).as('participates'))
    .where(sql<boolean>`events.id = any(${[...new Set(eventIds)]}::uuid[])`)
    .where(sql<boolean>`rooms.id = any(${roomIds}::uuid[])`)
    .where(visibleRooms(actor))
    .execute();
  return new Map(places.map((place) => [place.id, place]));
}

/**
 * What this person's screens have reported of one room, at least one thing: of each kind the highest event counts, for those before it as well. Locks
 * the room first: storing a message locks it before the channel's and the member's row as well (domain, invariant 11), and whoever has just seen a
 * message often answers it in the same moment.
 *
 * @returns for each report null, or EVENT_NOT_FOUND
 */
export async function markReported(
  deps: RoomsDeps,
  tx: Tx,
  actor: Actor,
  roomId: string,
  reports: readonly Reported[],
): Promise<Array<Problem | null>> {
  const places = await placesOf(
    tx,
    actor,
    [roomId],
    reports.map(({ eventId }) => eventId),
  );
  if (places.size > 0) await lockRoom(tx, roomId);
  const highest = (kind: Reported['kind'], isPrivate: boolean): EventPlace | undefined =>
    reports
      .flatMap((report) => (report.kind === kind ? (places.get(report.eventId) ?? []) : []))
      .filter((place) => place.private === isPrivate)
      .sort((a, b) => b.seq - a.seq)[0];
  const arrived = highest('DELIVERED', false);
  if (arrived?.participates) await advanceOurSide(deps, tx, [arrived], 'DELIVERED');
  for (const isPrivate of [false, true]) {
    const seen = highest('SEEN', isPrivate);
    if (seen) await markSeen(deps, tx, actor, roomId, seen);
  }
  return reports.map(({ eventId }) => (places.has(eventId) ? null : problem('EVENT_NOT_FOUND')));
}

/** An event of a room. */
export interface ArrivedIn {
  roomId: string;
  eventId: string;
}

/**
 * What has arrived in several rooms, as one piece of work: after a night away a window says it of hundreds. Of each room the highest event counts, for
 * those before it as well. Locks the rooms first, in the order in which everybody locks several.
 *
 * @returns for each report null, or EVENT_NOT_FOUND
 */
export async function markArrived(deps: RoomsDeps, tx: Tx, actor: Actor, reports: readonly ArrivedIn[]): Promise<Array<Problem | null>> {
  const roomIds = [...new Set(reports.map(({ roomId }) => roomId))];
  const events = reports.map(({ eventId }) => eventId);
  const places = await placesOf(tx, actor, roomIds, events);
  const placeOf = ({ roomId, eventId }: ArrivedIn) => {
    const place = places.get(eventId);
    return place?.room_id === roomId ? place : undefined;
  };
  const highest = new Map<string, EventPlace>();
  for (const place of reports.flatMap((report) => placeOf(report) ?? []))
    if (!place.private && place.participates && place.seq > (highest.get(place.room_id)?.seq ?? 0)) highest.set(place.room_id, place);
  if (highest.size > 0) {
    await sql`select from rooms where id = any(${[...highest.keys()]}::uuid[]) order by id for no key update`.execute(tx);
    await advanceOurSide(deps, tx, [...highest.values()], 'DELIVERED');
  }
  return reports.map((report) => (placeOf(report) === undefined ? problem('EVENT_NOT_FOUND') : null));
}

/**
 * The highest event that was on this person's screen. Raises what their membership has seen (of notes or of the rest,
 * whichever the event is) and never lowers it. A participant's is a read receipt to the customer; a supervisor who looks
 * on sends none.
 */
async function markSeen(deps: RoomsDeps, tx: Tx, actor: Actor, roomId: string, place: EventPlace): Promise<void> {
  const column = place.private ? 'seen_private' : 'seen_public';
  const number = place.private ? place.private_no : place.public_no;
  const now = new Date().toISOString();
  await tx
    .insertInto('memberships')
    .values({ account_id: actor.accountId, room_id: roomId, user_id: actor.userId, [column]: number, last_seen_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['room_id', 'user_id'])
        .doUpdateSet({ [column]: number, last_seen_at: now })
        .where(`memberships.${column}`, '<', number),
    )
    .execute();
  const membership = (await readMemberships(tx, actor.userId, [roomId])).get(roomId);
  if (membership) afterCommit(tx, () => deps.hub.publish([subject.user(actor.userId)], 'RoomMembership', membership));
  if (!place.participates || place.private) return;
  if (place.type === 'EXTERNAL') return advanceOurSide(deps, tx, [place], 'SEEN');
  const subjects = await deps.audiences.of(tx, actor.accountId, { id: roomId, type: place.type, accessNo: place.access_no });
  const seenPublicNo = membership?.seenPublicNo ?? number;
  afterCommit(tx, () => deps.hub.publish(subjects, 'ColleagueSeen', { roomId, userId: actor.userId, seenPublicNo, seenAt: now }));
}

/** Raises, never lowers, how far the customer's messages have got on our side, per channel of each room up to the place that is given of it. */
async function advanceOurSide(
  deps: RoomsDeps,
  tx: Tx,
  places: readonly Pick<EventPlace, 'room_id' | 'seq'>[],
  status: 'DELIVERED' | 'SEEN',
): Promise<void> {
  const column = sql.ref(status === 'SEEN' ? 'agents_seen_seq' : 'agents_delivered_seq');
  const [roomIds, seqs] = [places.map((place) => place.room_id), places.map(({ seq }) => seq)];
  const { rows } = await sql<{ id: string; reached: number; at: string }>`
    update contact_channels c set ${column} = reached.no
    from (
      select ch.id, (
        select e.channel_seq from events e
        where e.contact_channel_id = ch.id and e.channel_seq is not null and e.seq <= place.seq and e.origin_type = 'CUSTOMER'
        order by e.channel_seq desc limit 1) as no
      from unnest(${roomIds}::uuid[], ${seqs}::bigint[]) as place(room_id, seq)
      join contact_channels ch on ch.room_id = place.room_id) reached
    where c.id = reached.id and reached.no > c.${column}
    returning c.id, reached.no as reached, clock_timestamp() as at`.execute(tx);
  for (const row of rows) afterCommit(tx, () => deps.customers.customersMessages(row.id, row.reached, status, row.at));
}
