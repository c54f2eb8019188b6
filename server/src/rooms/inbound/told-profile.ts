import { nameAsKept } from '../../contacts/index.ts';
import { isConnectionLoss } from '../../platform/connection-loss.ts';
import type { Tx } from '../../platform/database.ts';
import { roomOfContact } from '../customer-side.ts';
import type { RoomsDeps } from '../deps.ts';
import { inRooms, roomWork } from '../work.ts';
import { type AddressOfPlace, findChannel, type KnownChannel } from './channel-of-address.ts';
import type { Profile } from './inbound-rows.ts';

/** What a provider tells of who writes beside their address. */
export interface Told extends AddressOfPlace {
  /** By what the channel fetches their picture. */
  picture?: string;
}

const LONGEST_REFERENCE = 2000;

/** What is kept of it. What cannot be kept, or is not told, is null, and changes nothing. */
export function profileOf({ name, picture = '' }: Pick<Told, 'name' | 'picture'>): Profile {
  const canBeKept = picture !== '' && picture.length <= LONGEST_REFERENCE && picture.isWellFormed() && !picture.includes('\u0000');
  return { name: nameAsKept(name), picture: canBeKept ? picture : null };
}

/**
 * Takes over how a customer is called and shown where their provider tells something else than it did: the name at once, the picture once it was
 * fetched (fetch-pictures.ts). A name or picture that a person gave stays, and so does what the provider does not tell any more. For after a
 * message was stored: nothing of it keeps the message back, and what goes wrong is logged and told again by the next. Rejects when the database stays away.
 */
export async function learnProfile(deps: RoomsDeps, told: Told): Promise<void> {
  const profile = profileOf(told);
  if (profile.name === null && profile.picture === null) return;
  const { isNews } = await deps.inboundRows.standing(told.accountId, { ...told, profile });
  if (isNews) await keepProfile(deps, told, profile);
}

/** The same where it is known to be news. */
export async function keepProfile(deps: RoomsDeps, told: AddressOfPlace, profile: Profile): Promise<void> {
  try {
    const comes = await inRooms(deps.db, told.accountId, async (tx) => {
      const known = await findChannel(tx, told);
      return known !== null && keep(tx, told.accountId, known, profile);
    });
    if (comes) deps.comingPictures.raise();
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    deps.log.error({ err: error, accountId: told.accountId }, 'what a provider told of a customer could not be kept');
  }
}

/** @returns whether a picture is to be fetched */
async function keep(tx: Tx, accountId: string, { contactChannelId, contactId }: KnownChannel, told: Profile): Promise<boolean> {
  const work = await roomWork(tx, accountId, await roomOfContact(tx, accountId, contactId));
  const before = await tx
    .selectFrom('contact_channels as ch')
    .innerJoin('contacts as c', 'c.id', 'ch.contact_id')
    .select(['ch.told_name', 'ch.told_picture', 'c.first_name', 'c.last_name', 'c.name_given_by', 'c.picture_given_by'])
    .where('ch.id', '=', contactChannelId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const name = told.name !== before.told_name ? told.name : null;
  const picture = told.picture !== before.told_picture ? told.picture : null;
  if (name === null && picture === null) return false;
  await tx
    .updateTable('contact_channels')
    .set({ ...(name !== null && { told_name: name }), ...(picture !== null && { told_picture: picture }) })
    .where('id', '=', contactChannelId)
    .execute();
  const isUnnamed = before.first_name === '' && before.last_name === '';
  const isOtherwise = before.first_name !== name || before.last_name !== '';
  if (name !== null && isOtherwise && (isUnnamed || before.name_given_by === 'PROVIDER')) {
    const named = { first_name: name, last_name: '', name_given_by: 'PROVIDER' } as const;
    await tx.updateTable('contacts').set(named).where('id', '=', contactId).execute();
    work.roomChanged('UPDATED');
  }
  if (picture === null || before.picture_given_by === 'PERSON') return false;
  await tx
    .insertInto('coming_pictures')
    .values({ account_id: accountId, contact_channel_id: contactChannelId, reference: picture })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'contact_channel_id']).doUpdateSet((excluded) => ({
        reference: excluded.ref('excluded.reference'),
        due_at: excluded.ref('excluded.due_at'),
        tries: 0,
        lease: null,
      })),
    )
    .execute();
  return true;
}
