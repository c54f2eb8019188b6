import { expect, it } from 'vitest';
import { problems } from '../problem-keys.ts';
import { visitorRefusals } from '../visitor-rules.ts';

it('tells the visitor’s client of a refused frame what the same key’s status tells over REST', () => {
  const meaning = (status: number) => (status === 401 ? 'ended' : status === 429 || status >= 500 ? 'broken' : undefined);
  // Roles, and a provider of sign-ins outside, are the agents'.
  const isOfAgents = (key: string) => key === 'USER_ROLE_CHANGED' || key.startsWith('IDENTITY_');
  for (const [key, status] of Object.entries(problems))
    if (!isOfAgents(key)) expect([key, visitorRefusals[key as keyof typeof problems]]).toEqual([key, meaning(status)]);
});
