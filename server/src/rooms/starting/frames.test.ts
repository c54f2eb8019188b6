import { agentSends } from '@parley/contract';
import { en } from '@parley/contract/text/en/catalogue';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newId } from '../../platform/clock.ts';
import { validationProblem } from '../../platform/problem.ts';

const refused = (kind: 'ConversationState' | 'AddChannel', payload: object) => {
  const { error } = z.safeParse(agentSends[kind], payload);
  return error && validationProblem(error.issues, 'payload').body().errors;
};

it('that name no state or no channel are refused by the words for that, at their field', () => {
  const at = { roomId: newId(), channelId: newId() };
  const start = { ...at, state: 'STARTING', expectedRoomState: 'RESOLVED' };
  expect(refused('ConversationState', start)).toBeUndefined();
  expect(refused('ConversationState', { ...start, state: 'STARTED' })).toEqual([
    { message: 'CONVERSATION_STATE_NOT_VALID', params: { field: 'state' } },
  ]);
  // One that is temporary is made first.
  const temporary = `temporary-channel-id-${newId()}-+359881000001`;
  for (const channelId of [temporary, 7, null]) {
    const words = [{ message: 'CHANNEL_NOT_VALID', params: { field: 'channelId' } }];
    expect(refused('ConversationState', { ...start, channelId })).toEqual(words);
    expect(refused('AddChannel', { ...at, conversationId: newId(), channelId })).toEqual(words);
  }
  expect([en.CONVERSATION_STATE_NOT_VALID, en.CHANNEL_NOT_VALID]).toEqual([
    'Not a valid state was provided.',
    'Not a valid channel was provided.',
  ]);
});
