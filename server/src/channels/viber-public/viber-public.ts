import { createHmac, timingSafeEqual } from 'node:crypto';
import { channelSettings } from '@parley/contract';
import { parse } from 'zod/mini';
import { addressForProvider } from '../../files/index.ts';
import type { Outcome, Outgoing } from '../../rooms/index.ts';
import {
  type Adapter,
  type AdapterParts,
  type Answered,
  askProvider,
  type Connection,
  type ConnectionTest,
  fetchMedia,
  inTwo,
  type MakeAdapter,
  NotReached,
  outcomeOfUnreached,
  type ProviderCall,
} from '../providers/index.ts';
import { isBadToken, outcomeOf, statusOf } from './answers.ts';
import { cut, read } from './callbacks.ts';
import { bodyOf, needsWordsBefore, senderOf, wordsOf } from './message-out.ts';

/** Viber fetches at once; what it caches later it may ask for again. */
const FILE_LIFETIME = 24 * 3600_000;
/** What we want to be told beside messages and who leaves. */
const EVENTS = ['delivered', 'seen', 'failed', 'subscribed', 'unsubscribed', 'conversation_started'];
const SEND_WITHIN = 15_000;

/**
 * Viber's bots, "Viber public" and "Viber support" (communications, section 4; administration, section 3): the end's secret `token` is the bot's, its
 * sender the bot's chat URI.
 * @param api base address of Viber's REST bot API
 */
export const viberPublic =
  (api: string): MakeAdapter =>
  (parts) => {
    const ask = (connection: Connection, call: string, body: object, signal: AbortSignal): Promise<Answered> =>
      askProvider(`${api}/${call}`, {
        headers: { 'content-type': 'application/json', 'x-viber-auth-token': connection.secrets.token ?? '' },
        body: JSON.stringify(body),
        signal,
      });
    const adapter: Adapter = {
      type: 'VIBER_PUBLIC',
      takesKey: false,
      timeoutMs: SEND_WITHIN,
      perSecond: null,
      takesFiles: true,
      takes: new Set(['RICH_MEDIA']),
      hook: { isGenuine, take: (call, connection) => take(call, connection) },
      read: (body) => read(body),
      deliver: (outgoing, signal) => deliver({ parts, ask }, outgoing, signal),
      fetchFile: (wanted, signal) => fetchMedia(wanted.reference, { ownOrigins: [api], signal }),
      test: (connection, signal) => tell(ask(connection, 'get_account_info', {}, signal)),
      connect: (connection, signal) =>
        tell(
          ask(connection, 'set_webhook', { url: connection.hookAddress, event_types: EVENTS, send_name: true, send_photo: true }, signal),
        ),
      disconnect: (connection, signal) => tell(ask(connection, 'set_webhook', { url: '' }, signal)),
    };
    return adapter;
  };

type Ask = (connection: Connection, call: string, body: object, signal: AbortSignal) => Promise<Answered>;

/** HMAC-SHA256 over the bytes as they came, by the bot's token, in a header or (as Viber's own library takes it) in the address. */
function isGenuine({ raw, headers, query }: ProviderCall, { secrets }: Connection): boolean {
  const header = headers['x-viber-content-signature'];
  const said = typeof header === 'string' ? header : (query.get('sig') ?? '');
  if (!secrets.token || !/^[0-9a-f]{64}$/i.test(said)) return false;
  const right = createHmac('sha256', secrets.token).update(raw).digest();
  return timingSafeEqual(Buffer.from(said, 'hex'), right);
}

/** Whoever opens the chat is welcomed in the answer to the call, the only place for it (REST bot API, "conversation started"). */
function take({ raw }: ProviderCall, connection: Connection) {
  const { deliveries, welcomed } = cut(raw.toString('utf8'));
  const { welcomeText } = parse(channelSettings.VIBER_PUBLIC, connection.settings);
  if (!welcomed || welcomeText === '' || !connection.active) return { deliveries };
  const body = JSON.stringify({ sender: senderOf(connection.name), type: 'text', text: welcomeText });
  return { deliveries, answer: { contentType: 'application/json; charset=utf-8', body } };
}

async function deliver({ parts, ask }: { parts: AdapterParts; ask: Ask }, outgoing: Outgoing, signal: AbortSignal): Promise<Outcome> {
  const { connections, rooms, publicUrl } = parts;
  const { accountId, channelApplicationId, file } = outgoing;
  const connection = await connections.of(accountId, channelApplicationId);
  if (!connection?.active || !connection.secrets.token) return { outcome: 'REFUSED', reason: 'BAD_SERVICE_ID', final: true };
  const viewer = { accountId, id: channelApplicationId };
  const path = file && (await addressForProvider(rooms.files, viewer, file.facts.fileId, FILE_LIFETIME));
  const written = { outgoing, name: connection.name, fileUrl: path && `${publicUrl}${path}` };
  const send = async (body: object): Promise<Outcome> => {
    try {
      return outcomeOf(await ask(connection, 'send_message', body, signal));
    } catch (error) {
      return outcomeOfUnreached(error);
    }
  };
  const sendIt = () => send(bodyOf(written));
  return needsWordsBefore(outgoing) ? inTwo(outgoing, () => send(wordsOf(written)), sendIt) : sendIt();
}

/** What Viber says to something of the bot itself. */
async function tell(asked: Promise<Answered>): Promise<ConnectionTest> {
  try {
    const answered = await asked;
    if (answered.status !== 200)
      return { ok: false, problem: answered.status >= 500 ? 'UNREACHABLE' : 'MISCONFIGURED', answer: `HTTP ${answered.status}` };
    const { status, words } = statusOf(answered);
    const answer = `${status} ${words}`.trim();
    if (status === 0) return { ok: true, answer };
    return { ok: false, problem: isBadToken(status) ? 'REFUSED' : 'MISCONFIGURED', answer };
  } catch (error) {
    return { ok: false, problem: 'UNREACHABLE', ...(error instanceof NotReached && { answer: error.code }) };
  }
}
