import { agentSends, api } from '@parley/contract';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { validationProblem } from './problem.ts';

const fieldsOf = (schema: z.ZodMiniType, given: unknown) => {
  const { error } = schema.safeParse(given);
  if (!error) throw new Error('it fits');
  return validationProblem(error.issues, 'payload').errors.map(({ params }) => params.field);
};

it('names the field that does not fit, also within something that may be one of several', () => {
  expect(fieldsOf(agentSends.Text, { clientMessageId: 'message-1', roomId: 'x', channelId: 'internal', text: 'a' })).toEqual(['roomId']);
  const held = { id: crypto.randomUUID(), epoch: 1, change: 2, seenPublicNo: 0, seenPrivateNo: 0, followed: false };
  expect(fieldsOf(agentSends.RoomState, { rooms: [held] })).toEqual(['rooms.0.starred']);
  expect(fieldsOf(agentSends.RoomState, { count: 1 })).toEqual(['digest']);
  const body = api.rooms.change['~orpc'].inputSchema as unknown as z.ZodMiniType;
  const patch = (path: string, value: unknown) => ({
    params: { roomId: crypto.randomUUID() },
    body: [{ op: 'replace', path, value }],
  });
  expect(fieldsOf(body, patch('state', 'RESOLVED'))).toContain('body.0.path');
  expect(fieldsOf(body, patch('starred', 'yes'))).toContain('body.0.value');
});

it('says that the whole does not fit where there is no field to name', () => {
  expect(fieldsOf(z.union([z.string(), z.number()]), true)).toEqual(['payload']);
});
