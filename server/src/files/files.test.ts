import { createHash } from 'node:crypto';
import type { FileUrlsAnswer, UploadedFile, VisitorHistory } from '@parley/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { AgentConnection, startApp, type TestApp } from '../../test/app.ts';
import { givenAccount, messageId, type TestAccount } from '../../test/people.ts';
import { givePassword, SignInBrowser } from '../../test/sign-in.ts';
import { newId } from '../platform/clock.ts';

let app: TestApp;
let account: TestAccount;
let token: string;

beforeAll(async () => {
  app = await startApp();
  account = await givenAccount(app.database.db);
  token = await signedIn('Elena');
}, 60_000);
afterAll(() => app.close());

async function signedIn(firstName: string): Promise<string> {
  const { db } = app.database;
  const actor = await account.agent(firstName);
  const password = `made-up-${newId()}`;
  await givePassword(db, account.accountId, actor.userId, password);
  const user = db.reader(account.accountId).selectFrom('users').select('email').where('id', '=', actor.userId);
  return (await new SignInBrowser(app.origin).signIn((await user.executeTakeFirstOrThrow()).email, password)).access_token;
}

type Who = Record<string, string>;
const agent = (): Who => ({ authorization: `Bearer ${token}` });

async function visitor(): Promise<Who> {
  const answer = await fetch(`${app.origin}/api/visitor/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ widgetId: account.widgetId }),
  });
  return { 'x-visitor-secret': ((await answer.json()) as { secret: string }).secret };
}

const pathFor = (who: Who) => ('authorization' in who ? '/api/files' : '/api/visitor/files');
const upload = (who: Who, body: Uint8Array<ArrayBuffer> | string, name = 'a.txt') =>
  fetch(`${app.origin}${pathFor(who)}?name=${encodeURIComponent(name)}`, { method: 'POST', headers: who, body });
const uploaded = async (...args: Parameters<typeof upload>) => (await (await upload(...args)).json()) as UploadedFile;

async function post<T>(path: string, who: Who, body: unknown): Promise<{ status: number; body: T }> {
  const answer = await fetch(`${app.origin}/api${path}`, {
    method: 'POST',
    headers: { ...who, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}
const urls = async (who: Who, ...fileIds: string[]) =>
  (await post<z.infer<typeof FileUrlsAnswer>>(`${pathFor(who).slice(4)}/urls`, who, { fileIds })).body.content;
const picture = async (width: number, height: number) =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#6d3fc4' } })
      .png()
      .toBuffer(),
  );

describe('a file', () => {
  it('goes from a visitor to an agent and back, and is fetched by each', async () => {
    const who = await visitor();
    const { fileId, ...facts } = await uploaded(who, await picture(900, 300), 'лампа № 5.png');
    expect(facts).toMatchObject({ fileName: 'лампа № 5.png', type: 'IMAGE', notice: null, mediaType: 'image/png', imageWidth: 900 });
    const sent = await post<{ eventId: string }>('/visitor/messages/file', who, { clientMessageId: messageId(), fileId, text: null });
    expect(sent.status).toBe(200);
    const connection = await AgentConnection.open(app.origin, token);
    const [url] = await urls(agent(), fileId);
    const fetched = await fetch(`${app.origin}${url?.url}`);
    expect([fetched.status, fetched.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(fetched.headers.get('content-disposition')).toContain("filename*=UTF-8''%D0%BB%D0%B0%D0%BC%D0%BF%D0%B0%20%E2%84%96%205.png");
    expect((await sharp(await fetched.arrayBuffer()).metadata()).width).toBe(900);
    const small = await fetch(`${app.origin}${url?.thumbnailUrl}`);
    expect((await sharp(await small.arrayBuffer()).metadata()).width).toBe(640);
    const history = await fetch(`${app.origin}/api/visitor/history`, { headers: who });
    const { content } = (await history.json()) as VisitorHistory;
    expect(content[0]).toMatchObject({ text: '', file: { fileId, imageHeight: 300 } });
    connection.close();
  });

  it('comes back byte for byte, as a download', async () => {
    const bytes = new Uint8Array(3_000_000).map((_, index) => (index * 7919) % 251);
    const { fileId, type } = await uploaded(agent(), bytes, 'data.bin');
    expect(type).toBe('FILE');
    const [url] = await urls(agent(), fileId);
    const fetched = await fetch(`${app.origin}${url?.url}`);
    const got = new Uint8Array(await fetched.arrayBuffer());
    expect(createHash('sha256').update(got).digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(fetched.headers.get('content-disposition')).toMatch(/^attachment;/);
  });
});
