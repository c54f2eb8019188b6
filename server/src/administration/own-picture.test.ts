import type { AccountUser, CurrentUser, FileUrls, UploadedFile, UserDetails } from '@parley/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, openSocket, type SignedInPerson, startAdministration } from '../../test/administration.ts';
import { givenAccount } from '../../test/people.ts';
import { blackPng, plainPicture } from '../../test/pictures.ts';
import { givePassword, SignInBrowser } from '../../test/sign-in.ts';

let given: Administration;
beforeAll(async () => {
  given = await startAdministration();
}, 60_000);
afterAll(() => given.close());

async function upload(token: string, bytes: Uint8Array, name = 'me.png'): Promise<UploadedFile> {
  const answer = await fetch(`${given.app.origin}/api/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new Uint8Array(bytes),
  });
  return (await answer.json()) as UploadedFile;
}

const setPicture = (token: string, fileId: string | null) => given.call<CurrentUser>(token, 'PUT', '/users/me/picture', { fileId });

/** The upload has its taker's place in it, as telephones write it. */
const photo = () =>
  plainPicture(900, 600)
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '42/1 41/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer();

async function choosePicture(person: SignedInPerson): Promise<string> {
  const { fileId } = await upload(person.token, await photo(), 'holiday.jpg');
  const { status, body } = await setPicture(person.token, fileId);
  expect(status).toBe(200);
  if (body.pictureId === null) throw new Error('no picture was kept');
  return body.pictureId;
}

const urlsOf = async (token: string, fileId: string) =>
  (await given.call<{ content: FileUrls[] }>(token, 'POST', '/files/urls', { fileIds: [fileId] })).body.content;

const bytesAt = async (address: string | null | undefined) => {
  const answer = await fetch(`${given.app.origin}${address}`);
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** Somebody of an account that nobody here belongs to. */
async function foreigner(): Promise<string> {
  const { db } = given.app.database;
  const account = await givenAccount(db, 'Orion');
  const { userId } = await account.agent('Nora');
  await givePassword(db, account.accountId, userId, given.password);
  return (await new SignInBrowser(given.app.origin).signIn(`nora-${userId}@lumen.example`, given.password)).access_token;
}

describe('one’s own picture', () => {
  it('is a square without what else the file told, is told at once, and colleagues alone may fetch it', async () => {
    const mila = await given.person('Mila');
    const socket = await openSocket(given.app.origin, given.ana.token);
    const pictureId = await choosePicture(mila);
    await expect
      .poll(() => socket.frames.filter(({ type }) => type === 'Colleague').map(({ payload }) => payload))
      .toEqual([expect.objectContaining({ id: mila.actor.userId, pictureId })]);

    const [urls] = await urlsOf(given.ana.token, pictureId);
    const whole = await sharp((await bytesAt(urls?.url)).bytes).metadata();
    expect(whole).toMatchObject({ width: 512, height: 512, format: 'webp' });
    expect(whole.exif).toBeUndefined();
    expect(await sharp((await bytesAt(urls?.thumbnailUrl)).bytes).metadata()).toMatchObject({ width: 128, height: 128 });

    expect(await urlsOf(await foreigner(), pictureId)).toEqual([]);
    const colleagues = await given.call<{ content: AccountUser[] }>(
      given.ana.token,
      'GET',
      `/accounts/${given.account.accountId}/users?size=1000`,
    );
    expect(colleagues.body.content.find(({ id }) => id === mila.actor.userId)).toMatchObject({ pictureId });
    const details = await given.call<UserDetails>(
      given.ana.token,
      'GET',
      `/accounts/${given.account.accountId}/people/${mila.actor.userId}`,
    );
    expect(details.body).toMatchObject({ pictureId });
    expect((await given.trail('USER_CHANGED'))[0]).toMatchObject({ before: { picture: false }, after: { picture: true } });
  });

  it('goes when another is chosen or it is taken away: nobody can fetch it any more', async () => {
    const olga = await given.person('Olga');
    const first = await choosePicture(olga);
    const [urls] = await urlsOf(olga.token, first);
    const second = await choosePicture(olga);
    expect(second).not.toBe(first);
    expect(await urlsOf(olga.token, first)).toEqual([]);
    expect((await bytesAt(urls?.url)).status).toBe(404);
    expect((await setPicture(olga.token, null)).body).toMatchObject({ pictureId: null });
    expect(await urlsOf(olga.token, second)).toEqual([]);
  });

  it('is made only of an upload of one’s own that is a picture and was not sent', async () => {
    const [petra, rosa] = [await given.person('Petra'), await given.person('Rosa')];
    const theirs = await upload(rosa.token, await photo());
    expect(await setPicture(petra.token, theirs.fileId)).toMatchObject({ status: 404, key: 'FILE_NOT_FOUND' });
    const words = await upload(petra.token, Buffer.from('words'), 'me.jpg');
    expect(await setPicture(petra.token, words.fileId)).toMatchObject({ status: 422, key: 'FILE_NOT_AN_IMAGE' });
    const bomb = await upload(petra.token, await blackPng(16_000, 16_000));
    expect(await setPicture(petra.token, bomb.fileId)).toMatchObject({ status: 422, key: 'FILE_NOT_AN_IMAGE' });
    const kept = await choosePicture(petra);
    expect(await setPicture(petra.token, kept)).toMatchObject({ status: 409, key: 'FILE_ALREADY_SENT' });
    expect((await given.call<CurrentUser>(petra.token, 'GET', '/users/me')).body).toMatchObject({ pictureId: kept });
  });
});
