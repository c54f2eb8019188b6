import type { NewSignature, Signature, signatureFields } from '@parley/contract';
import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import { makeOnceBy } from '../../../accounts/index.ts';
import { type Doer, difference, recordDeed } from '../../../audit/index.ts';
import { newId } from '../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../platform/database.ts';
import { problem } from '../../../platform/problem.ts';
import type { Signatures } from '../../../platform/schema.ts';
import { harmlessSignature } from './harmless-signature.ts';

export interface MailboxKey {
  accountId: string;
  mailboxId: string;
}
export interface SignatureKey extends MailboxKey {
  signatureId: string;
}
type Given = { [Field in keyof typeof signatureFields]?: z.output<(typeof signatureFields)[Field]> | undefined };

const MOST_SIGNATURES = 50;

const asSignature = ({ content, is_html, placement, ...row }: Selectable<Signatures>): Signature => ({
  id: row.id,
  mailboxId: row.channel_application_id,
  content: is_html ? harmlessSignature(content) : content,
  isHtml: is_html,
  placement: placement as Signature['placement'],
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
});

/** Of one mailbox, or of all, of the account that is set, in the order in which they were made. */
export async function listSignatures(on: Reader | Tx, mailboxIds: readonly string[]): Promise<Signature[]> {
  if (mailboxIds.length === 0) return [];
  const rows = await on
    .selectFrom('signatures')
    .selectAll()
    .where('channel_application_id', 'in', mailboxIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(asSignature);
}

/** One signature of a mailbox: HTML without anything that runs or reaches out. Throws SIGNATURE_NOT_FOUND. */
export async function readSignature(on: Reader | Tx, { mailboxId, signatureId }: Omit<SignatureKey, 'accountId'>): Promise<Signature> {
  const row = await on
    .selectFrom('signatures')
    .selectAll()
    .where('id', '=', signatureId)
    .where('channel_application_id', '=', mailboxId)
    .executeTakeFirst();
  if (row === undefined) throw problem('SIGNATURE_NOT_FOUND');
  return asSignature(row);
}

/** The mailbox, held against being deleted and against a second change of its signatures. Throws MAILBOX_NOT_FOUND. @returns its name */
async function holdMailbox(tx: Tx, mailboxId: string): Promise<string> {
  const row = await tx
    .selectFrom('channel_applications')
    .select('name')
    .where('id', '=', mailboxId)
    .where('type', '=', 'EMAIL')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw problem('MAILBOX_NOT_FOUND');
  return row.name;
}

const shown = ({ content, isHtml, placement }: Signature) => ({ content, isHtml, placement });
/** A signature has no name: the trail calls it by its mailbox. */
const entityOf = (id: string, name: string) => ({ type: 'SIGNATURE', id, name }) as const;

/** Makes a signature, once by one id. Throws MAILBOX_NOT_FOUND, SIGNATURES_FULL, CREATION_ID_USED. */
export function createSignature(
  db: Database,
  doer: Doer,
  { accountId, mailboxId }: MailboxKey,
  { clientSignatureId: clientId, ...fields }: NewSignature,
): Promise<Signature> {
  return db.inAccount(accountId, async (tx) => {
    const name = await holdMailbox(tx, mailboxId);
    const asked = { accountId, kind: 'SIGNATURE', userId: doer.actor?.id ?? null, clientId, content: { mailboxId, ...fields } } as const;
    const { id } = await makeOnceBy(tx, asked, async () => {
      const stand = await tx.selectFrom('signatures').select('id').where('channel_application_id', '=', mailboxId).execute();
      if (stand.length >= MOST_SIGNATURES) throw problem('SIGNATURES_FULL');
      const signatureId = newId();
      const { content, isHtml, placement } = fields;
      await tx
        .insertInto('signatures')
        .values({ id: signatureId, account_id: accountId, channel_application_id: mailboxId, content, is_html: isHtml, placement })
        .execute();
      const after = shown(await readSignature(tx, { mailboxId, signatureId }));
      await recordDeed(tx, doer, { kind: 'SIGNATURE_CREATED', entity: entityOf(signatureId, name), after });
      return signatureId;
    });
    return readSignature(tx, { mailboxId, signatureId: id });
  });
}

/** Changes a signature, for the next e-mail. Throws MAILBOX_NOT_FOUND, SIGNATURE_NOT_FOUND. */
export function changeSignature(
  db: Database,
  doer: Doer,
  { accountId, mailboxId, signatureId }: SignatureKey,
  { content, isHtml, placement }: Given,
): Promise<Signature> {
  return db.inAccount(accountId, async (tx) => {
    const name = await holdMailbox(tx, mailboxId);
    const stood = await readSignature(tx, { mailboxId, signatureId });
    await tx
      .updateTable('signatures')
      .set({
        ...(content === undefined ? {} : { content }),
        ...(isHtml === undefined ? {} : { is_html: isHtml }),
        ...(placement === undefined ? {} : { placement }),
        modified_at: new Date().toISOString(),
      })
      .where('id', '=', signatureId)
      .execute();
    const signature = await readSignature(tx, { mailboxId, signatureId });
    const told = difference(shown(stood), shown(signature));
    if (told !== null) await recordDeed(tx, doer, { kind: 'SIGNATURE_CHANGED', entity: entityOf(signatureId, name), ...told });
    return signature;
  });
}

/** Deletes a signature; what was sent with it stays. Throws MAILBOX_NOT_FOUND, SIGNATURE_NOT_FOUND. */
export function removeSignature(db: Database, doer: Doer, { accountId, mailboxId, signatureId }: SignatureKey): Promise<void> {
  return db.inAccount(accountId, async (tx) => {
    const name = await holdMailbox(tx, mailboxId);
    const stood = await readSignature(tx, { mailboxId, signatureId });
    await tx.deleteFrom('signatures').where('id', '=', signatureId).execute();
    await recordDeed(tx, doer, { kind: 'SIGNATURE_DELETED', entity: entityOf(signatureId, name), before: shown(stood) });
  });
}
