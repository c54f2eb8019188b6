import type { EmailPage, EventDetails } from '@parley/contract';
import type { FastifyReply } from 'fastify';
import { type Actor, calls } from '../../accounts/index.ts';
import { isShowable, pictureTypeOf, signedAddresses } from '../../files/index.ts';
import type { Reader } from '../../platform/database.ts';
import { atMost } from '../../platform/gather.ts';
import { fetchGuarded, type Guard } from '../../platform/guarded-fetch.ts';
import type { Http } from '../../platform/http.ts';
import type { Log } from '../../platform/log.ts';
import { problem } from '../../platform/problem.ts';
import { rateShares } from '../../platform/rate-shares.ts';
import { noteFacts } from '../../platform/request-facts.ts';
import type { RoomsDeps } from '../deps.ts';
import { requireVisible } from '../reading/history.ts';
import { addressesBelow, belowPage, readBelowPass } from './below-page.ts';
import { EMAIL_POLICY, emailPage, remotePicturesIn } from './email-page.ts';
import { pageAddress, passEnd, pictureAddress, readPagePass, readPicturePass } from './email-pass.ts';
import { offeredAddresses } from './offered-addresses.ts';

/** Of one picture that lies elsewhere. */
const MOST_BYTES = 5 * 1024 * 1024;
const WITHIN = 10_000;
/** Fetched at once by this process, for everybody; and by one person. */
const AT_ONCE = 16;
const PERSONS_PICTURES = { perSecond: 10, burst: 300 };

export interface EmailsDeps {
  rooms: RoomsDeps;
  log: Log;
  /** Signs addresses: of the purpose `emails:page`. */
  key: Buffer;
  /** Which machines may be asked for pictures. */
  guard: Guard;
}

interface StoredEmail {
  html: string;
  subject: string;
  attachments: readonly string[];
}

/** How an e-mail of this event looks; throws EVENT_NOT_FOUND where there is none. */
async function readEmail(on: Reader, eventId: string, roomId?: string): Promise<StoredEmail> {
  let query = on
    .selectFrom('events as e')
    .innerJoin('email_bodies as b', (join) => join.onRef('b.account_id', '=', 'e.account_id').onRef('b.event_id', '=', 'e.id'))
    .select(['e.details', 'b.html'])
    .where('e.id', '=', eventId);
  if (roomId !== undefined) query = query.where('e.room_id', '=', roomId);
  const row = await query.executeTakeFirst();
  const email = (row?.details as EventDetails | null | undefined)?.email;
  if (!row || !email) throw problem('EVENT_NOT_FOUND');
  return { html: row.html, subject: email.subject, attachments: email.attachments.map(({ fileId }) => fileId) };
}

/** Where this person can read an e-mail as it looks. Throws ROOM_NOT_FOUND and EVENT_NOT_FOUND. */
async function addressOfPage(
  { rooms, key }: EmailsDeps,
  { accountId, userId }: Actor,
  eventId: string,
  roomId: string,
  { pictures, dark }: { pictures: boolean; dark: boolean },
): Promise<EmailPage> {
  const { html } = await readEmail(rooms.db.reader(accountId), eventId, roomId);
  const until = passEnd();
  return {
    url: pageAddress(key, { accountId, viewerId: userId, eventId, pictures, dark, until }),
    remotePictures: remotePicturesIn(html),
    expiresAt: new Date(until).toISOString(),
  };
}

/** The contract's `emails`. */
export function emailsApi(deps: EmailsDeps) {
  return {
    page: calls.emails.page.handler(async ({ context: { actor }, input: { params, body } }) => {
      await requireVisible(deps.rooms.db.reader(actor.accountId), actor, params.roomId);
      return addressOfPage(deps, actor, params.eventId, params.roomId, body);
    }),
    addresses: calls.emails.addresses.handler(async ({ context: { actor }, input: { params, query } }) => {
      const on = deps.rooms.db.reader(actor.accountId);
      await requireVisible(on, actor, params.roomId);
      return { content: await offeredAddresses(on, actor, params.roomId, query.prefix) };
    }),
    below: calls.emails.below.handler(async ({ context: { actor }, input: { params, body } }) => {
      const on = deps.rooms.db.reader(actor.accountId);
      await requireVisible(on, actor, params.roomId);
      return addressesBelow(on, deps.key, actor, params, body);
    }),
  };
}

type Asked = { Params: { eventId: string }; Querystring: { pass?: unknown } };

/** Serves the addresses that `emailsApi` makes: the page of an e-mail, and its pictures that lie elsewhere. */
export function serveEmails(http: Http, deps: EmailsDeps): void {
  const { rooms, log, key, guard } = deps;
  const inTurn = atMost(AT_ONCE);
  const fetched = rateShares.limit('pictures of e-mails', PERSONS_PICTURES);

  http.get<Asked>('/files/emails/:eventId', async (request, reply) => {
    const pass = readPagePass(key, request.query.pass, request.params.eventId);
    const { accountId, viewerId, eventId, until } = pass;
    noteFacts(request, { accountId, userId: viewerId });
    const email = await readEmail(rooms.db.reader(accountId), eventId);
    const own = await signedAddresses(rooms.files, { accountId, id: viewerId }, email.attachments);
    const page = emailPage({
      ...email,
      dark: pass.dark,
      pictures: {
        own: (fileId) => own.get(fileId)?.url ?? null,
        remote: (address) => (pass.pictures ? pictureAddress(key, { accountId, viewerId, eventId, address, until }) : null),
      },
    });
    keep(reply, until);
    return reply
      .header('content-security-policy', EMAIL_POLICY)
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page);
  });

  http.get<Asked>('/files/email-below/:part', async (request, reply) => {
    const pass = readBelowPass(key, request.query.pass);
    noteFacts(request, { accountId: pass.accountId, userId: pass.viewerId });
    const page = await belowPage(rooms, pass);
    keep(reply, pass.until);
    return reply
      .header('content-security-policy', EMAIL_POLICY)
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page);
  });

  http.get<Asked>('/files/email-pictures/:eventId', async (request, reply) => {
    const { accountId, viewerId, address, until } = readPicturePass(key, request.query.pass, request.params.eventId);
    noteFacts(request, { accountId, userId: viewerId });
    fetched.take(viewerId);
    const bytes = await inTurn(() =>
      fetchGuarded(address, { guard, signal: AbortSignal.timeout(WITHIN), mostBytes: MOST_BYTES }).catch((error: unknown) => {
        // Neither the log nor the answer says where it lies, nor what of our network could be reached.
        log.info(
          { eventId: request.params.eventId, why: error instanceof Error ? error.name : 'unknown' },
          'a picture of an e-mail did not come',
        );
        throw problem('FILE_NOT_FOUND');
      }),
    );
    const type = await pictureTypeOf(bytes);
    if (type === null || !(await isShowable(bytes, { group: accountId, owner: viewerId }))) throw problem('FILE_NOT_FOUND');
    keep(reply, until);
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'same-origin')
      .type(type)
      .send(bytes);
  });
}

/** As long as the address holds. */
function keep(reply: FastifyReply, until: number): void {
  reply.header('cache-control', `private, max-age=${Math.max(0, Math.floor((until - Date.now()) / 1000))}`);
}
