import { AUDIT_SECRET } from '@parley/contract';
import { beforeAll, expect, it } from 'vitest';
import { everyText, startText } from '../../../text.ts';
import { changeWords } from './audit-words.ts';

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  await startText();
  await everyText();
});

it('says each change in words: roles, states, switches, secrets and empty values', () => {
  const words = changeWords({
    before: { role: 'agent', jobTitle: '', status: 'active', 'features.TAGS': false },
    after: {
      role: 'supervisor',
      jobTitle: 'Lamps',
      status: 'inactive',
      'features.TAGS': true,
      unifyApiKey: AUDIT_SECRET,
      endedSessions: 1200,
    },
  });
  expect(words.map(({ name, before, after }) => `${name}: ${before} → ${after}`)).toEqual([
    'Role: Agent → Supervisor',
    'Job title: empty → Lamps',
    'Status: Active → Inactive',
    'Tags: off → on',
    'Key for the call centre (Unify): null → changed, never shown',
    'Ended sign-ins: null → 1,200',
  ]);
});

it('says what it does not know as it is stored', () => {
  expect(changeWords({ before: {}, after: { shoeSize: [43] } })).toEqual([
    { field: 'shoeSize', name: 'shoeSize', before: null, after: '[43]' },
  ]);
});
