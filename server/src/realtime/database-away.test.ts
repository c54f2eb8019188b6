import { afterAll, beforeAll, expect, it } from 'vitest';
import { AgentConnection, startApp, type TestApp } from '../../test/app.ts';
import { type DatabaseLine, lineTo } from '../../test/database-line.ts';
import { givenAccount, messageId } from '../../test/people.ts';
import { givePassword, SignInBrowser } from '../../test/sign-in.ts';
import { newId } from '../platform/clock.ts';

let line: DatabaseLine;
let app: TestApp;
let socket: AgentConnection;

beforeAll(async () => {
  const env: Record<string, string> = {};
  app = await startApp({
    env,
    async prepare({ ownerUrl }) {
      line = await lineTo(ownerUrl);
      env.PARLEY_EMBEDDED_DATABASE_URL = line.url;
    },
  });
  const { db } = app.database;
  const account = await givenAccount(db);
  const { userId } = await account.agent('Dora');
  const password = `made-up-${newId()}`;
  await givePassword(db, account.accountId, userId, password);
  const { email } = await db
    .reader(account.accountId)
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  socket = await AgentConnection.open(app.origin, (await new SignInBrowser(app.origin).signIn(email, password)).access_token);
}, 60_000);
afterAll(async () => {
  socket.close();
  await app.close();
  await line.close();
});

it('a frame that needs the database while it is away is answered that it cannot be done now, on a socket that stays, and is done when it is back', async () => {
  const [roomId, conversationId] = [newId(), newId()];
  const frames = {
    Assign: { roomId, conversationId, userId: newId(), expectedUserId: null },
    Resolve: { roomId, conversationId },
    Seen: { clientStatus: 'SEEN', roomId, roomEventId: newId() },
    Note: { clientMessageId: messageId(), roomId, text: 'Hello' },
    RoomState: { rooms: [] },
  };
  const answers = async () => {
    const asked = await Promise.all(Object.entries(frames).map(([type, payload]) => socket.ask(type, payload)));
    return asked.map(({ type, payload }) => (type === 'INVALID_REQUEST' ? payload.message : type));
  };
  const standing = ['ROOM_NOT_FOUND', 'ROOM_NOT_FOUND', 'EVENT_NOT_FOUND', 'ROOM_NOT_FOUND', 'RoomState'];
  expect(await answers()).toEqual(standing);
  await line.cut();
  expect(await answers()).toEqual(standing.map(() => 'ERROR_UNAVAILABLE'));
  expect((await socket.ask('Ping', {})).type).toBe('Pong');
  await line.restore();
  expect(await answers()).toEqual(standing);
}, 30_000);
