import type { MessagePath, PathAttempt, PathPart, PathStep } from '@parley/contract';
import { type Actor, mayDo } from '../../accounts/index.ts';
import type { Reader } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { requireVisible } from '../reading/history.ts';

interface Place {
  roomId: string;
  eventId: string;
}

/**
 * The way of a message: stored, and by whom, and each attempt to bring it to the customer with who asked for it, its steps and their times
 * (communications, section 4). Whoever sees the room may read it; the provider's own words and its id of the message are for those who look
 * after the channels (permission `rooms.providerAnswers`).
 * Throws ROOM_NOT_FOUND, EVENT_NOT_FOUND also of what is no message.
 */
export async function messagePath(on: Reader, actor: Actor, { roomId, eventId }: Place): Promise<MessagePath> {
  await requireVisible(on, actor, roomId);
  const event = await on
    .selectFrom('events')
    .select(['created_at', 'origin_name', 'origin_type', 'status', 'status_at', 'delivered_at', 'seen_at'])
    .where('id', '=', eventId)
    .where('room_id', '=', roomId)
    .where('kind', '=', 'COMMUNICATION')
    .executeTakeFirst();
  if (!event) throw problem('EVENT_NOT_FOUND');
  const attempts = await attemptsOf(on, actor, eventId);
  return {
    storedAt: event.created_at,
    storedBy: event.origin_name,
    steps: attempts.length > 0 || event.origin_type === 'CUSTOMER' ? [] : ownSteps(event),
    attempts,
    ...(await recipientsOf(on, actor, eventId)),
  };
}

async function recipientsOf(on: Reader, actor: Actor, eventId: string): Promise<Pick<MessagePath, 'recipients'>> {
  const rows = await on
    .selectFrom('message_recipients')
    .select(['address', 'state', 'reason', 'answer'])
    .where('event_id', '=', eventId)
    .orderBy('address')
    .execute();
  if (rows.length === 0) return {};
  const readsAnswers = mayDo(actor, ['rooms', 'providerAnswers']);
  return {
    recipients: rows.map(({ state, answer, ...row }) => ({
      ...row,
      state: state as NonNullable<MessagePath['recipients']>[number]['state'],
      answer: readsAnswers ? answer : null,
    })),
  };
}

async function attemptsOf(on: Reader, actor: Actor, eventId: string): Promise<PathAttempt[]> {
  const rows = await on
    .selectFrom('attempts')
    .select(['id', 'state', 'reason', 'created_at', 'asked_by_id', 'asked_by_name', 'provider_message_id'])
    .where('event_id', '=', eventId)
    .orderBy('place')
    .execute();
  if (rows.length === 0) return [];
  const ofThese = rows.map(({ id }) => id);
  const steps = await on
    .selectFrom('attempt_steps')
    .select(['attempt_id', 'step', 'at', 'reason', 'answer', 'counts', 'part'])
    .where('account_id', '=', actor.accountId)
    .where('attempt_id', 'in', ofThese)
    .orderBy('id')
    .execute();
  const parts = await on
    .selectFrom('attempt_parts')
    .select(['attempt_id', 'part', 'state', 'reason', 'provider_message_id'])
    .where('account_id', '=', actor.accountId)
    .where('attempt_id', 'in', ofThese)
    .orderBy('part')
    .execute();
  const readsAnswers = mayDo(actor, ['rooms', 'providerAnswers']);
  return rows.map((row, place) => ({
    number: place + 1,
    askedAt: row.created_at,
    askedBy: row.asked_by_name === null ? null : { id: row.asked_by_id, name: row.asked_by_name },
    state: row.state as PathAttempt['state'],
    reason: row.reason,
    providerMessageId: readsAnswers ? row.provider_message_id : null,
    parts: parts
      .filter(({ attempt_id }) => attempt_id === row.id)
      .map(({ part, state, reason, provider_message_id: id }) => ({
        number: part,
        state: state as PathPart['state'],
        reason,
        providerMessageId: readsAnswers ? id : null,
      })),
    steps: steps
      .filter(({ attempt_id }) => attempt_id === row.id)
      .map(({ step, at, reason, answer, counts, part }) => ({
        step: step as PathStep['step'],
        at,
        reason,
        answer: readsAnswers ? answer : null,
        counts,
        part,
      })),
  }));
}

interface OwnTimes {
  created_at: string;
  status: string | null;
  status_at: string | null;
  delivered_at: string | null;
  seen_at: string | null;
}

/** Of what has no attempts, live chat: stored is sent. What was stored before the times were kept knows the last of them. */
function ownSteps({ created_at: stored, status, status_at: last, delivered_at: delivered, seen_at: seen }: OwnTimes): PathStep[] {
  if (status === null || status === 'SAVED') return [];
  const step = (name: PathStep['step'], at: string | null): PathStep[] =>
    at === null ? [] : [{ step: name, at, reason: null, answer: null, counts: true, part: null }];
  return [
    ...step('SENT', stored),
    ...step('DELIVERED', delivered ?? (status === 'DELIVERED' ? last : null)),
    ...step('SEEN', seen ?? (status === 'SEEN' ? last : null)),
  ];
}
