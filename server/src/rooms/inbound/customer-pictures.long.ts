import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawDelivery } from '../../../test/loop-back/channel.ts';
import { newAddress, until } from '../../../test/loop-back/customers.ts';
import { type Desk, givenDesk } from '../../../test/loop-back/desk.ts';
import type { FileBehaviour } from '../../../test/loop-back/provider.ts';
import { givenAccount } from '../../../test/people.ts';
import { blackPng, plainPicture } from '../../../test/pictures.ts';
import { plain, RoomClient, readFresh } from '../../../test/room-client.ts';
import type { Actor } from '../../accounts/index.ts';
import { fileUrls, type Uploader } from '../../files/index.ts';
import { newId } from '../../platform/clock.ts';
import { takeAs } from '../acting.ts';
import type { Reading } from '../channel-port.ts';
import { readRooms } from '../reading/room-view.ts';

import { recordPicture } from './coming-pictures.ts';
import { startFetchingPictures } from './fetch-pictures.ts';
import { startReceiving, storeInbound } from './inbound.ts';

let desk: Desk<'VIBER_PUBLIC'>;
let photo: Buffer;

beforeAll(async () => {
  desk = await givenDesk({ VIBER_PUBLIC: {} }, { takesKey: false, also: [startReceiving, startFetchingPictures] });
  // The place where it was taken is in it, as telephones write it.
  photo = await plainPicture(900, 600)
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '42/1 41/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer();
});
afterAll(() => desk.close());

/** A picture that the provider has. @returns what it is fetched by */
function given(behaviour: FileBehaviour | ((before: number) => FileBehaviour)): string {
  const reference = newId();
  desk.provider.files.set(reference, typeof behaviour === 'function' ? behaviour : () => behaviour);
  return reference;
}
const timesAsked = (reference: string) => desk.provider.asked.filter((one) => one === reference).length;

interface Told {
  name?: string | null;
  picture?: string;
}
const place = () =>
  ({ accountId: desk.account.accountId, channelApplicationId: desk.applications.VIBER_PUBLIC, channelType: 'VIBER_PUBLIC' }) as const;
const worked = () =>
  until(
    () => desk.on().selectFrom('raw_inbound').select('id').where('state', '=', 'WAITING').execute(),
    (waiting) => waiting.length === 0,
  );
async function bring(reading: Reading): Promise<void> {
  await storeInbound(desk.rooms.deps, place(), [rawDelivery(reading)]);
  await worked();
}
const writes = (address: string, { name = 'Rumi', picture }: Told, text = 'Hello') =>
  bring({ kind: 'MESSAGE', providerMessageId: newId(), address, name, text, ...(picture !== undefined && { picture }) });

const channelOf = (address: string) =>
  desk.on().selectFrom('contact_channels').selectAll().where('address', '=', address).executeTakeFirstOrThrow();
async function roomOf(address: string) {
  const [room] = await readRooms(desk.on(), [(await channelOf(address)).room_id as string]);
  if (room === undefined) throw new Error('no room');
  return room;
}
const contactOf = async (address: string) =>
  desk
    .on()
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', (await channelOf(address)).contact_id)
    .executeTakeFirstOrThrow();
const comingOf = async (address: string) =>
  desk
    .on()
    .selectFrom('coming_pictures')
    .selectAll()
    .where('contact_channel_id', '=', (await channelOf(address)).id)
    .executeTakeFirst();
/** Until nothing of theirs is to be fetched any more. */
const settled = (address: string) =>
  until(
    () => comingOf(address),
    (coming) => coming === undefined,
  );
/** The next try is made now. */
const dueNow = async (address: string) => {
  const { id } = await channelOf(address);
  await desk.on().updateTable('coming_pictures').set({ due_at: '2000-01-01T00:00:00Z' }).where('contact_channel_id', '=', id).execute();
};
async function pictureOf(address: string): Promise<string> {
  await settled(address);
  const { pictureId } = await roomOf(address);
  if (pictureId === undefined) throw new Error('no picture came');
  return pictureId;
}
const mayFetch = async (actor: Actor, fileId: string) =>
  (await fileUrls(desk.rooms.deps.files, { by: 'USER', actor }, [fileId])).content.length === 1;

describe('a customer’s picture from their provider (part 8.4; administration, section 3)', () => {
  it('becomes a square of our own after the first message, without what else the file told', async () => {
    const address = newAddress();
    const picture = given({ do: 'give', bytes: photo });
    await writes(address, { picture });
    const fileId = await pictureOf(address);
    const file = await desk.on().selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow();
    expect(file).toMatchObject({ state: 'KEPT', media_type: 'image/webp', width: 512, height: 512, has_thumbnail: true });
    const bytes = await buffer(await desk.rooms.deps.files.storage.read(file.storage_key));
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(await contactOf(address)).toMatchObject({ picture_id: fileId, picture_given_by: 'PROVIDER', name_given_by: 'PROVIDER' });
    // Of what came nothing is left but the square.
    const uploads = await desk.on().selectFrom('files').select('id').where('state', '<>', 'KEPT').execute();
    expect(uploads).toEqual([]);
  });

  it('does not keep the message back, however long it takes', async () => {
    const address = newAddress();
    await writes(address, { picture: given({ do: 'give', bytes: photo, afterMs: 600 }) });
    expect(await roomOf(address)).toMatchObject({ name: 'Rumi', lastEventData: 'Hello' });
    expect(await comingOf(address)).toBeDefined();
    await pictureOf(address);
  });

  it('is fetched once for as long as it is the same, and anew when it is another; the one before goes', async () => {
    const address = newAddress();
    const [first, second] = [given({ do: 'give', bytes: photo }), given({ do: 'give', bytes: await blackPng(40, 30) })];
    await writes(address, { picture: first });
    const before = await pictureOf(address);
    await takeAs(desk.rooms.deps, desk.elena, (await roomOf(address)).id);
    await writes(address, { picture: first }, 'Once more');
    // Who is not shown once is not without a picture for ever.
    await writes(address, {}, 'And without');
    expect([await pictureOf(address), timesAsked(first)]).toEqual([before, 1]);
    await writes(address, { picture: second }, 'With another');
    await until(
      () => pictureOf(address),
      (now) => now !== before,
    );
    const gone = await desk.on().selectFrom('files').select('state').where('id', '=', before).executeTakeFirst();
    expect([gone?.state ?? 'GOING', timesAsked(second)]).toEqual(['GOING', 1]);
    expect(await mayFetch(desk.elena, before)).toBe(false);
  });

  it('comes with a subscription too', async () => {
    const address = newAddress();
    const at = new Date().toISOString();
    await bring({ kind: 'SUBSCRIPTION', address, subscribed: true, name: 'Rumi', picture: given({ do: 'give', bytes: photo }), at });
    expect(await pictureOf(address)).toEqual(expect.any(String));
  });

  it('is told by a frame: an old snapshot and the frames are a fresh snapshot', async () => {
    const address = newAddress();
    await writes(address, {});
    const { id: roomId } = await roomOf(address);
    await takeAs(desk.rooms.deps, desk.elena, roomId);
    const screen = await desk.rooms.screenOf(desk.elena);
    const client = new RoomClient(desk.elena, desk.on);
    await client.read(roomId);
    await writes(address, { name: 'Румен', picture: given({ do: 'give', bytes: photo }) }, 'Changed');
    const pictureId = await pictureOf(address);
    for (const frame of screen.frames) client.hear(frame as Parameters<RoomClient['hear']>[0]);
    const held = client.held.get(roomId);
    expect(held?.room).toMatchObject({ name: 'Румен', pictureId });
    expect(held && plain(held)).toEqual(plain(await readFresh(desk.on(), desk.elena, roomId)));
  });

  it('is fetched by those who see the room, and by nobody else', async () => {
    const address = newAddress();
    await writes(address, { picture: given({ do: 'give', bytes: photo }) });
    const fileId = await pictureOf(address);
    const outside = await desk.account.agent('Ognyan', { inQueue: false });
    const other = await givenAccount(desk.database.db, 'Orion');
    const foreign = await other.agent('Nora', { role: 'supervisor' });
    const who = [desk.elena, desk.boss, outside, foreign];
    expect(await Promise.all(who.map((actor) => mayFetch(actor, fileId)))).toEqual([true, true, false, false]);
    // Behind the rule stands row-level security.
    expect(
      await desk.database.db.reader(other.accountId).selectFrom('contacts').select('id').where('picture_id', '=', fileId).execute(),
    ).toEqual([]);
  });

  it('that a person gave is not replaced; nor comes one back that a person took away', async () => {
    const address = newAddress();
    await writes(address, {});
    const { id } = await contactOf(address);
    await desk.on().updateTable('contacts').set({ picture_given_by: 'PERSON' }).where('id', '=', id).execute();
    const picture = given({ do: 'give', bytes: photo });
    await writes(address, { picture });
    expect([await comingOf(address), timesAsked(picture)]).toEqual([undefined, 0]);
    // What was told is known all the same, for whoever wants it again.
    expect((await channelOf(address)).told_picture).toBe(picture);
  });

  it('that is on its way when a person gives one is thrown away', async () => {
    const address = newAddress();
    await writes(address, { picture: given({ do: 'give', bytes: photo, afterMs: 500 }) });
    const { id } = await contactOf(address);
    await desk.on().updateTable('contacts').set({ picture_given_by: 'PERSON' }).where('id', '=', id).execute();
    await settled(address);
    expect((await contactOf(address)).picture_id).toBeNull();
    await until(
      () => desk.on().selectFrom('files').select('id').where('state', '<>', 'KEPT').where('state', '<>', 'GOING').execute(),
      (left) => left.length === 0,
    );
  });
});

describe('a picture that does not come', () => {
  it('is asked for again after a failure, and then is here', async () => {
    const address = newAddress();
    const picture = given((before) =>
      before === 0 ? { do: 'fail' } : before === 1 ? { do: 'later', afterMs: 1 } : { do: 'give', bytes: photo },
    );
    await writes(address, { picture });
    for (const tries of [1, 2]) {
      await until(
        () => comingOf(address),
        (coming) => coming?.tries === tries && coming.lease === null,
      );
      await dueNow(address);
    }
    expect([await pictureOf(address), timesAsked(picture)]).toEqual([expect.any(String), 3]);
  });

  it('is let be after six tries, and told again only when it is another', async () => {
    const address = newAddress();
    const picture = given({ do: 'fail' });
    await writes(address, { picture });
    await until(
      async () => {
        await dueNow(address);
        return comingOf(address);
      },
      (coming) => coming === undefined,
    );
    expect(timesAsked(picture)).toBe(6);
    await writes(address, { picture }, 'Again');
    expect([await comingOf(address), (await roomOf(address)).pictureId]).toEqual([undefined, undefined]);
  });

  it.each([
    ['is there no more', async (): Promise<FileBehaviour> => ({ do: 'gone' })],
    ['is no picture', async (): Promise<FileBehaviour> => ({ do: 'give', bytes: Buffer.from('<html>Not here</html>') })],
    ['claims gigantic sides (BUG-128)', async (): Promise<FileBehaviour> => ({ do: 'give', bytes: await blackPng(30_000, 30_000) })],
    ['is too large', async (): Promise<FileBehaviour> => ({ do: 'give', bytes: Buffer.alloc(5 * 1024 * 1024 + 1, 1) })],
  ])('because it %s is asked for once, and leaves the initials', async (_why, behaviour) => {
    const address = newAddress();
    const picture = given(await behaviour());
    await writes(address, { picture });
    await settled(address);
    expect([(await roomOf(address)).pictureId, timesAsked(picture)]).toEqual([undefined, 1]);
    expect(await roomOf(address)).toMatchObject({ name: 'Rumi', lastEventData: 'Hello' });
    const left = await desk.on().selectFrom('files').select('id').where('state', 'in', ['ARRIVING', 'UPLOADED']).execute();
    expect(left).toEqual([]);
  });

  it.each(['x'.repeat(2001), 'https://cdn.example/\u0000.png', 'https://cdn.example/\ud800.png'])(
    'by a reference that cannot be kept holds no message up',
    async (picture) => {
      const address = newAddress();
      await writes(address, { picture });
      expect([(await roomOf(address)).lastEventData, (await channelOf(address)).told_picture]).toEqual(['Hello', null]);
    },
  );

  it('comes too late for a claim that was lost, and changes nothing', async () => {
    const address = newAddress();
    await writes(address, {});
    const claim = { id: (await channelOf(address)).id, account_id: desk.account.accountId, lease: newId() };
    const uploader: Uploader = { by: 'PROVIDER', accountId: desk.account.accountId, id: desk.applications.VIBER_PUBLIC };
    expect(await recordPicture(desk.rooms.deps, claim, uploader, newId())).toBe(false);
  });
});

describe('a customer’s name from their provider', () => {
  it('is renewed when the provider tells another, and told by a frame', async () => {
    const address = newAddress();
    await writes(address, { name: 'Rumi' });
    const screen = await desk.rooms.screenOf(desk.boss);
    await writes(address, { name: 'Rumyana' }, 'Married');
    expect((await roomOf(address)).name).toBe('Rumyana');
    expect(screen.of('RoomLifecycle').at(-1)).toMatchObject({ lifecycle: 'UPDATED', room: { name: 'Rumyana' } });
    await writes(address, { name: null }, 'Hidden');
    expect((await roomOf(address)).name).toBe('Rumyana');
  });

  it('that a person gave stays, whatever the provider tells', async () => {
    const address = newAddress();
    await writes(address, { name: 'Rumi' });
    const named = { first_name: 'Rumyana', last_name: 'Koleva', name_given_by: 'PERSON' };
    await desk
      .on()
      .updateTable('contacts')
      .set(named)
      .where('id', '=', (await contactOf(address)).id)
      .execute();
    await writes(address, { name: 'Rumi 2' });
    expect([(await roomOf(address)).name, (await channelOf(address)).told_name]).toEqual(['Rumyana Koleva', 'Rumi 2']);
  });

  it('is taken of somebody who has none yet', async () => {
    const address = newAddress();
    await writes(address, { name: null });
    expect((await roomOf(address)).name).toBeNull();
    await writes(address, { name: 'Rumi' });
    expect((await roomOf(address)).name).toBe('Rumi');
  });

  it('is one line, of what can be seen, and holds no message up', async () => {
    const address = newAddress();
    await writes(address, { name: ` \u202eRu\nmi\u0000 ${'x'.repeat(200)}` });
    expect((await roomOf(address)).name).toBe(`Ru mi  ${'x'.repeat(200)}`.slice(0, 100));
    const unseen = newAddress();
    await writes(unseen, { name: '\u200b\u2800' });
    expect(await roomOf(unseen)).toMatchObject({ name: null, lastEventData: 'Hello' });
  });
});
