import type { QueueMember } from '@parley/contract';
import { expect, it } from 'vitest';
import { faultOf } from '../../../forms/field-fault.ts';
import { asText, givenOf, queueRules } from './queue-values.ts';
import { readQueuesSearch } from './queues-search.ts';

const USER = '0193a1de-0000-7000-8000-000000000001';
const member: QueueMember = {
  userId: USER,
  firstName: 'Dora',
  lastName: 'Ivanova',
  pictureId: null,
  active: true,
  skill: 7,
  jobTitle: 'Agent',
};
const fault = (members: readonly QueueMember[]) => queueRules.members && faultOf(queueRules.members, asText(members));

it('agents go to the server without what is only shown of them, and each needs a job title', () => {
  expect(givenOf(asText([member]))).toEqual([{ userId: USER, skill: 7, jobTitle: 'Agent' }]);
  expect([fault([]), fault([member])]).toEqual([null, null]);
  expect(fault([member, { ...member, jobTitle: ' ' }])).toEqual({ key: 'QUEUES_MEMBER_JOB_NEEDED' });
});

it('the address of the list says what is shown, without what is usual or does not fit', () => {
  expect(readQueuesSearch({ sort: 'waiting,desc', search: ' orders ', strategy: 'SKILL', page: 2, size: 50 })).toEqual({
    sort: 'waiting,desc',
    search: 'orders',
    strategy: 'SKILL',
    page: 2,
    size: 50,
  });
  expect(readQueuesSearch({ sort: 'name,asc', search: '', strategy: 'FIRST', page: 0, size: 1000, other: 'x' })).toEqual({});
});
