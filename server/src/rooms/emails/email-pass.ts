import { FILE_URL_LIFETIME } from '@parley/contract';
import * as z from 'zod/mini';
import { problem } from '../../platform/problem.ts';
import { seal, unseal } from '../../platform/secret.ts';

/** What the address of an e-mail's page lets its holder read, and who was let to. */
const PagePass = z.object({
  what: z.literal('page'),
  accountId: z.uuid(),
  viewerId: z.uuid(),
  eventId: z.uuid(),
  pictures: z.boolean(),
  dark: z.boolean(),
  until: z.number(),
});
export type PagePass = z.infer<typeof PagePass>;

/** The same of one picture of an e-mail that lies elsewhere. */
const PicturePass = z.object({
  what: z.literal('picture'),
  accountId: z.uuid(),
  viewerId: z.uuid(),
  eventId: z.uuid(),
  address: z.string(),
  until: z.number(),
});
export type PicturePass = z.infer<typeof PicturePass>;

/** When an address that is made now ends. */
export const passEnd = (): number => Date.now() + FILE_URL_LIFETIME;

/** Addresses made with a key of the purpose `emails:page`. They lie below `/files`, as everything does that is fetched by a signed address. */
export const pageAddress = (key: Buffer, pass: Omit<PagePass, 'what'>): string =>
  `/files/emails/${pass.eventId}?pass=${seal(key, { what: 'page', ...pass })}`;

export const pictureAddress = (key: Buffer, pass: Omit<PicturePass, 'what'>): string =>
  `/files/email-pictures/${pass.eventId}?pass=${seal(key, { what: 'picture', ...pass })}`;

/** Reads what `pageAddress` made, for the event it was made for. Throws ERROR_FORBIDDEN when it is not that, or too old. */
export const readPagePass = (key: Buffer, sealed: unknown, eventId: string): PagePass => read(PagePass, key, sealed, eventId);

/** The same of `pictureAddress`. */
export const readPicturePass = (key: Buffer, sealed: unknown, eventId: string): PicturePass => read(PicturePass, key, sealed, eventId);

function read<Pass extends { eventId: string; until: number }>(
  schema: z.ZodMiniType<Pass>,
  key: Buffer,
  sealed: unknown,
  eventId: string,
): Pass {
  const pass = typeof sealed === 'string' ? schema.safeParse(unseal(key, sealed)).data : undefined;
  if (!pass || pass.eventId !== eventId || pass.until < Date.now()) throw problem('ERROR_FORBIDDEN');
  return pass;
}
