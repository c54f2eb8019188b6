import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId } from '../../test/people.ts';
import { newId } from '../platform/clock.ts';
import { Problem } from '../platform/problem.ts';
import { roomFrames } from './socket.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('takes from one person, through however many windows, no more than hands could do, and goes on with the others', async () => {
  const { deps } = givenRooms(database.db);
  const account = await givenAccount(database.db);
  const [elena, boris] = [await account.agent('Elena'), await account.agent('Boris')];
  const { Text } = roomFrames(deps);
  const send = async (actor: typeof elena): Promise<string> => {
    const message = { clientMessageId: messageId(), roomId: newId(), channelId: 'internal' as const, text: 'flood' };
    try {
      // The windows are told apart by nothing.
      await Text?.({ actor } as Parameters<NonNullable<typeof Text>>[0], message);
      return 'sent';
    } catch (error) {
      if (error instanceof Problem) return error.key;
      throw error;
    }
  };
  const answers = await Promise.all(Array.from({ length: 2500 }, () => send(elena)));
  const refused = answers.filter((key) => key === 'ERROR_TOO_MANY_REQUESTS');
  expect(refused.length).toBeGreaterThan(300);
  expect(answers.filter((key) => key === 'ROOM_NOT_FOUND')).toHaveLength(answers.length - refused.length);
  expect(await send(boris)).toBe('ROOM_NOT_FOUND');
});
