import { type Doer, recordDeed } from '../audit/index.ts';
import { type FileReader, keepUpload, letGo, makeSquare } from '../files/index.ts';
import type { AdministrationDeps } from './deps.ts';
import { entityOf, tellColleagues, type UserKey } from './people.ts';
import { readUser } from './people-store.ts';

/** Everybody of an account sees the pictures of its people. */
export const picturesOfPeople: FileReader = async (on, viewer, fileIds) => {
  if (viewer.by !== 'USER') return [];
  const rows = await on.selectFrom('user_pictures').select('file_id').where('file_id', 'in', fileIds).execute();
  return rows.map(({ file_id }) => file_id);
};

/**
 * Makes an upload of one's own the picture that colleagues see, or with null takes the picture away. They hear of it as of a name.
 * Throws FILE_NOT_FOUND, FILE_ALREADY_SENT, FILE_NOT_AN_IMAGE.
 */
export async function setOwnPicture(
  { db, hub, files, identity }: AdministrationDeps,
  doer: Doer,
  { accountId, userId }: UserKey,
  fileId: string | null,
): Promise<void> {
  const uploader = { by: 'USER', accountId, id: userId } as const;
  const square = fileId === null ? null : await makeSquare(files, uploader, fileId);
  await db.inAccount(accountId, async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
    const { pictureId } = await readUser(tx, userId);
    if (pictureId === square) return;
    if (pictureId !== null) {
      await tx.deleteFrom('user_pictures').where('user_id', '=', userId).execute();
      await letGo(tx, pictureId);
    }
    if (square !== null) {
      await keepUpload(tx, uploader, square);
      await tx.insertInto('user_pictures').values({ user_id: userId, account_id: accountId, file_id: square }).execute();
    }
    const user = await readUser(tx, userId);
    const [before, after] = [{ picture: pictureId !== null }, { picture: square !== null }];
    await recordDeed(tx, doer, { kind: 'USER_CHANGED', entity: entityOf(user), before, after });
    identity.personChanged(tx, userId);
    tellColleagues(hub, tx, user);
  });
}
