import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import { newId } from '../../platform/clock.ts';
import { type Jobs, startJobs } from '../../platform/jobs.ts';
import { openLog } from '../../platform/log.ts';
import { advanceDelivery, inRooms, receiveText, sendText, takeAs } from '../../rooms/index.ts';
import { sendNote } from '../../rooms/send.ts';
import {
  createLetterPlace,
  FIND_LETTERS_TASK,
  findLettersTask,
  keepHere,
  LETTER_TASK,
  type LetterPlace,
  letterTask,
  type UnseenAnswers,
} from './answer-letters.ts';

let database: TestDatabase;
let owner: pg.Client;
let rooms: TestRooms;
let account: TestAccount;
let dora: Actor;
let place: LetterPlace;
/** What the test, in the place of an e-mail channel, was asked to send: by its keys, as a provider keeps them. */
let sent: Map<string, UnseenAnswers>;
let asked: string[];
let fails: boolean;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});
beforeEach(async () => {
  account = await givenAccount(database.db);
  dora = await account.agent('Dora');
  [sent, asked, fails] = [new Map(), [], false];
  place = createLetterPlace();
  place.register({
    async send(answers) {
      asked.push(answers.key);
      sent.set(answers.key, sent.get(answers.key) ?? answers);
      // As a process that dies after the provider has taken it, and before that is noted.
      if (fails) throw new Error('cut off');
    },
  });
});

const reader = () => database.db.reader(account.accountId);
type Customer = Awaited<ReturnType<typeof visits>>;

/** A visitor who has written, whom Dora serves, and whose chat is open. */
async function visits(name: string, email: string | null = 'mira@home.example') {
  const visitor = await account.visitor(name);
  const sessionId = visitor.contactChannelId;
  await database.db.inAccount(account.accountId, async (tx) => {
    const session = { id: sessionId, account_id: account.accountId, widget_id: account.widgetId, secret_hash: Buffer.from(newId()) };
    await tx
      .insertInto('visitor_sessions')
      .values({ ...session, contact_channel_id: sessionId })
      .execute();
    await tx.insertInto('visitor_details').values({ account_id: account.accountId, session_id: sessionId, email }).execute();
  });
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  await takeAs(rooms.deps, dora, visitor.roomId);
  return { ...visitor, sessionId };
}
const answer = ({ roomId, contactChannelId }: Customer, text: string) =>
  sendText(rooms.deps, dora, { clientMessageId: messageId(), roomId, channelId: contactChannelId, text });
/** Lets time pass since the chat was last open. */
const away = ({ sessionId }: Customer, minutes: number) =>
  sql`update visitor_sessions set here_at = here_at - make_interval(mins => ${minutes}), last_activity_at = last_activity_at - make_interval(mins => ${minutes}),
    letter_at = letter_at - make_interval(mins => ${minutes}) where id = ${sessionId}::uuid`.execute(reader());
const comesBack = ({ sessionId }: Customer) => keepHere(database.db, account.accountId, [sessionId]);

const context = () => ({ query: (text: string, values?: unknown[]) => owner.query(text, values), signal: new AbortController().signal });
/** The jobs that wait to bring letters, taken out as a pool takes them. */
async function waitingLetters(): Promise<unknown[]> {
  const { rows } = await owner.query(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = $1 returning j.payload`,
    [LETTER_TASK],
  );
  // What tests before this one left due is found too.
  return rows.map(({ payload }) => payload).filter(({ accountId }) => accountId === account.accountId);
}
async function look(): Promise<number> {
  await findLettersTask(database.db, place)({}, context());
  const letters = await waitingLetters();
  for (const payload of letters) await letterTask(database.db, place)(payload, context());
  return letters.length;
}
const words = () => [...sent.values()].map(({ email, answers }) => [email, answers.map(({ text }) => text)]);

describe('a visitor who has left', () => {
  it('gets by letter what was answered and not seen, in order and without notes, after the minutes of the widget', async () => {
    const mira = await visits('Mira');
    await answer(mira, 'Seen already');
    const { accountId, roomId, contactChannelId } = mira;
    await inRooms(database.db, accountId, (tx) =>
      advanceDelivery(rooms.deps, tx, accountId, { roomId, contactChannelId, upTo: 9999, status: 'SEEN' }),
    );
    await answer(mira, 'It is in stock');
    await sendNote(rooms.deps, dora, { clientMessageId: messageId(), roomId, text: 'A difficult one' });
    await answer(mira, 'In two colours');
    await away(mira, 4);
    expect(await look()).toBe(0);
    await away(mira, 2);
    expect(await look()).toBe(1);
    expect(words()).toEqual([['mira@home.example', ['It is in stock', 'In two colours']]]);
    expect([...sent.values()]).toMatchObject([{ accountId, roomId, contactChannelId, site: 'Shop', locale: 'en' }]);
    await reader().updateTable('widgets').set({ letter_after_minutes: 60 }).where('id', '=', account.widgetId).execute();
    const ivo = await visits('Ivo');
    await answer(ivo, 'Hello Ivo');
    await away(ivo, 59);
    expect(await look()).toBe(0);
    await away(ivo, 2);
    expect(await look()).toBe(1);
  });

  it('gets one letter for one absence, and in the next what came since', async () => {
    const mira = await visits('Mira');
    await answer(mira, 'One');
    await away(mira, 6);
    await look();
    await answer(mira, 'Two');
    await away(mira, 6);
    expect(await look()).toBe(0);
    await comesBack(mira);
    await away(mira, 6);
    expect(await look()).toBe(1);
    expect(words()).toEqual([
      ['mira@home.example', ['One']],
      ['mira@home.example', ['Two']],
    ]);
  });

  it('gets none who gave no address, was not answered, or came back, also between the look and the letter', async () => {
    const [silent, nameless] = [await visits('Silent'), await visits('Nameless', null)];
    await answer(nameless, 'Hello');
    const [back, late] = [await visits('Back'), await visits('Late')];
    for (const one of [back, late]) await answer(one, 'Hello');
    for (const one of [silent, nameless, back, late]) await away(one, 6);
    await comesBack(back);
    await findLettersTask(database.db, place)({}, context());
    const letters = await waitingLetters();
    expect(letters).toMatchObject([{ sessionId: late.sessionId }]);
    await comesBack(late);
    for (const payload of letters) await letterTask(database.db, place)(payload, context());
    expect(asked).toEqual([]);
  });

  it('is not looked for while nothing brings letters', async () => {
    const mira = await visits('Mira');
    await answer(mira, 'Hello');
    await away(mira, 6);
    place = createLetterPlace();
    expect(await look()).toBe(0);
    const { letter_at: letterAt } = await reader()
      .selectFrom('visitor_sessions')
      .select('letter_at')
      .where('id', '=', mira.sessionId)
      .executeTakeFirstOrThrow();
    expect(letterAt).toBeNull();
  });

  it('gets one when several servers look at once, and when the process dies after the letter was taken: under one key', async () => {
    const mira = await visits('Mira');
    await answer(mira, 'Hello');
    await away(mira, 6);
    await Promise.all([1, 2, 3].map(() => findLettersTask(database.db, place)({}, context())));
    const letters = await waitingLetters();
    expect(letters).toHaveLength(1);
    fails = true;
    await expect(letterTask(database.db, place)(letters[0], context())).rejects.toThrow('cut off');
    fails = false;
    await letterTask(database.db, place)(letters[0], context());
    expect(new Set(asked).size).toBe(1);
    expect(asked).toHaveLength(2);
    expect(words()).toEqual([['mira@home.example', ['Hello']]]);
  });

  it('gets it from a pool that took up what another left behind', { timeout: 60_000 }, async () => {
    const mira = await visits('Mira');
    await answer(mira, 'Hello');
    await away(mira, 6);
    await findLettersTask(database.db, place)({}, context());
    // A new process, which knows nothing of the one that found it.
    const tasks = { [FIND_LETTERS_TASK]: findLettersTask(database.db, place), [LETTER_TASK]: letterTask(database.db, place) };
    const pool: Jobs = startJobs({ ownerUrl: database.ownerUrl, log: openLog('silent'), tasks, crontab: '' });
    try {
      await expect.poll(() => sent.size, { timeout: 30_000 }).toBe(1);
    } finally {
      await pool.stop();
    }
    expect(asked).toHaveLength(1);
  });
});
