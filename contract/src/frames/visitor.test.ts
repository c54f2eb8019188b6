import { expect, it } from 'vitest';
import { problems } from '../problem-keys.ts';
import { visitorRefusals } from './visitor.ts';

it('tells the visitor’s client of a refused frame what the same key’s status tells over REST', () => {
  const meaning = (status: number) => (status === 401 ? 'ended' : status === 429 || status >= 500 ? 'broken' : undefined);
  // Roles are the agents'.
  for (const [key, status] of Object.entries(problems))
    if (key !== 'USER_ROLE_CHANGED') expect([key, visitorRefusals[key as keyof typeof problems]]).toEqual([key, meaning(status)]);
});
