import {
  type QueueDetails,
  type QueueMember,
  QueueMemberGiven,
  QueueSilentMinutes,
  QueueStrategy,
  queueFields,
  USUAL_OVERFLOW_MINUTES,
} from '@parley/contract';
import * as z from 'zod/mini';
import type { FieldRule } from '../../../forms/field-fault.ts';
import type { FieldsOfProblems } from '../../../forms/server-faults.ts';
import { asTyped, numberOrNone, typedNumber, typedNumberOrNone } from '../../../forms/typed-number.ts';

/** What is filled in of a queue. Its agents are kept as text, so that the form can tell whether they are other than before. */
export type QueueValues = {
  name: string;
  description: string;
  strategy: QueueStrategy;
  timeslotId: string | null;
  overflowQueueId: string | null;
  overflowMinutes: string;
  silentMinutes: string;
  wrapUpSeconds: string;
  members: string;
};

export const membersOf = (text: string): QueueMember[] => JSON.parse(text) as QueueMember[];
export const asText = (members: readonly QueueMember[]): string => JSON.stringify(members);

export const emptyQueue: QueueValues = {
  name: '',
  description: '',
  strategy: 'DEFAULT',
  timeslotId: null,
  overflowQueueId: null,
  overflowMinutes: String(USUAL_OVERFLOW_MINUTES),
  silentMinutes: '',
  wrapUpSeconds: '0',
  members: asText([]),
};

export const valuesOf = ({
  name,
  description,
  strategy,
  timeslot,
  overflow,
  overflowMinutes,
  silentMinutes,
  wrapUpSeconds,
  members,
}: QueueDetails): QueueValues => ({
  name,
  description,
  strategy,
  timeslotId: timeslot?.id ?? null,
  overflowQueueId: overflow?.id ?? null,
  overflowMinutes: String(overflowMinutes),
  silentMinutes: asTyped(silentMinutes),
  wrapUpSeconds: String(wrapUpSeconds),
  members: asText(members),
});

/** As the server takes them. */
export const givenOf = (text: string): QueueMemberGiven[] =>
  membersOf(text).map(({ userId, skill, jobTitle }) => ({ userId, skill, jobTitle }));

/** What is sent of values that fit. */
export const sentOf = ({ members, overflowMinutes, silentMinutes, wrapUpSeconds, ...values }: QueueValues) => ({
  ...values,
  overflowMinutes: Number(overflowMinutes),
  silentMinutes: numberOrNone(silentMinutes),
  wrapUpSeconds: Number(wrapUpSeconds),
  members: givenOf(members),
});

const fits = (text: string) => givenOf(text).every((member) => QueueMemberGiven.safeParse(member).success);

export const queueRules: { readonly [Field in keyof QueueValues]?: FieldRule } = {
  name: { name: 'QUEUES_NAME', schema: queueFields.name },
  description: { name: 'QUEUES_DESCRIPTION', schema: queueFields.description },
  strategy: { name: 'QUEUES_STRATEGY', schema: QueueStrategy },
  overflowMinutes: { name: 'QUEUES_OVERFLOW_AFTER', schema: typedNumber(queueFields.overflowMinutes) },
  silentMinutes: { name: 'QUEUES_SILENCE_MINUTES', schema: typedNumberOrNone(QueueSilentMinutes) },
  wrapUpSeconds: { name: 'QUEUES_WRAP_UP', schema: typedNumber(queueFields.wrapUpSeconds) },
  members: { name: 'QUEUES_AGENTS', schema: z.string().check(z.refine(fits, { error: 'MEMBERS' })), invalid: 'QUEUES_MEMBER_JOB_NEEDED' },
};

/** Refusals that are about one field. */
export const queueProblems: FieldsOfProblems<keyof QueueValues> = {
  QUEUE_NAME_TAKEN: 'name',
  USER_NOT_FOUND: 'members',
  TIMESLOT_NOT_FOUND: 'timeslotId',
  QUEUE_OVERFLOWS_INTO_ITSELF: 'overflowQueueId',
};
