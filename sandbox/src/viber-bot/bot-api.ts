import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../providers/caller.ts';
import { comesThrough, isRecord } from '../providers/controls.ts';
import { type Bot, type BotControls, type BotWorld, signed, type User, withToken } from './bots.ts';
import { faultOfPicture, type Refusal, refusalOf } from './send-checks.ts';

const LARGEST_MEDIA = 50 * 1024 * 1024;
const FAILS_AFTER = 400;

interface Parts {
  world: BotWorld;
  controls: BotControls;
  caller: Caller;
  /** Keeps what came to a phone. @returns where it can be seen */
  keep(bytes: Buffer, type: string): string;
}

/** Viber's REST bot API under `/providers/viber-bot/pa`: HTTP 200 whatever the answer is, and `status` says what it is. */
export function serveBotApi(http: FastifyInstance, parts: Parts): void {
  const { world, controls } = parts;
  const answering =
    (work: (bot: Bot, body: Record<string, unknown>, size: number) => Promise<string | object> | string | object) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (!(await comesThrough(controls, request, reply))) return reply;
      reply.type('application/json');
      const refuse = ([status, status_message]: Refusal) => reply.send({ status, status_message, chat_hostname: 'SN-CHAT-SANDBOX_' });
      if (controls.failWith !== null) return refuse([controls.failWith, 'as the controls say']);
      const bot = world.bots.get(String(request.headers['x-viber-auth-token'] ?? ''));
      if (!bot || controls.tokenExpired) return refuse([2, 'invalidAuthToken']);
      const body = isRecord(request.body) ? request.body : {};
      const answer = await work(bot, body, Number(request.headers['content-length'] ?? 0));
      return Array.isArray(answer) ? refuse(answer as unknown as Refusal) : reply.send(answer);
    };
  http.post(
    '/providers/viber-bot/pa/set_webhook',
    answering((bot, body) => setWebhook(parts, bot, body)),
  );
  http.post(
    '/providers/viber-bot/pa/get_account_info',
    answering((bot) => accountInfo(world, bot)),
  );
  http.post(
    '/providers/viber-bot/pa/send_message',
    answering((bot, body, size) => sendMessage(parts, bot, body, size)),
  );
}

async function setWebhook({ world }: Parts, bot: Bot, { url, event_types: types }: Record<string, unknown>): Promise<object> {
  if (typeof url !== 'string') return [4, 'missingData: url'];
  if (url === '') {
    Object.assign(bot, { webhook: '' });
    return { status: 0, status_message: 'ok', event_types: [] };
  }
  // Viber itself wants https with a certificate that all trust; on this machine alone there is none.
  const asked = URL.parse(url);
  const isHere = asked !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(asked.hostname);
  if (asked === null || !(asked.protocol === 'https:' || isHere)) return [1, 'invalidUrl: https is required'];
  const eventTypes = Array.isArray(types) ? types.map(String) : ['delivered', 'seen', 'failed', 'conversation_started'];
  const probe = { ...bot, webhook: url };
  const body = withToken({ event: 'webhook', timestamp: Date.now(), chat_hostname: 'SN-CHAT-SANDBOX_' }, world.nextToken());
  const { headers } = signed(probe, body);
  const answered = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
    signal: AbortSignal.timeout(5000),
  }).catch(() => null);
  if (answered?.status !== 200) return [1, 'invalidUrl: the address did not answer 200'];
  Object.assign(bot, { webhook: url, eventTypes });
  return { status: 0, status_message: 'ok', event_types: eventTypes };
}

function accountInfo({ users }: BotWorld, { token, name, uri, webhook, eventTypes }: Bot): object {
  const subscribers = [...users.values()].filter(({ subscribed }) => subscribed.has(token)).length;
  return {
    status: 0,
    status_message: 'ok',
    id: `pa:${uri}`,
    name,
    uri,
    ...(webhook && { webhook }),
    event_types: eventTypes,
    subscribers_count: subscribers,
    members: [],
  };
}

async function sendMessage(parts: Parts, bot: Bot, body: Record<string, unknown>, size: number): Promise<string | object> {
  const { world, controls } = parts;
  if (bot.webhook === '') return [10, 'webhookNotSet'];
  if (typeof body.receiver !== 'string' || body.receiver === '') return [4, 'missingData: receiver'];
  const refusal = refusalOf(body, size);
  if (refusal) return refusal;
  const user = world.users.get(body.receiver);
  if (!user?.known.has(bot.token)) return [5, 'receiverNotRegistered'];
  if (!user.subscribed.has(bot.token)) return [6, 'receiverNotSubscribed'];
  if (Number(body.min_api_version ?? 1) > user.apiVersion) return [13, 'apiVersionNotSupported'];
  if (world.isTooMany(user)) return [12, 'tooManyRequests'];
  const token = world.nextToken();
  const { receiver: _whom, ...message } = body;
  if (controls.failsLate !== null) failLater(world, bot, user, token, controls.failsLate);
  else void bring(parts, bot, user, message, token);
  return withToken({ status: 0, status_message: 'ok', chat_hostname: 'SN-CHAT-SANDBOX_' }, token);
}

const failLater = (world: BotWorld, bot: Bot, user: User, token: bigint, desc: string) =>
  void setTimeout(() => void world.tell(bot, 'failed', { user_id: user.id, desc }, token), FAILS_AFTER).unref();

/** What was taken comes to the phone, with what it fetches; what cannot be shown there has failed. */
async function bring({ world, keep }: Parts, bot: Bot, user: User, message: Record<string, unknown>, token: bigint): Promise<void> {
  const { type, media } = message;
  if (!['picture', 'file', 'video'].includes(String(type)) || typeof media !== 'string') return world.arrive(bot, user, message, token);
  const fetched = await fetch(media, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  if (fetched?.status !== 200) return failLater(world, bot, user, token, 'The file could not be fetched');
  const bytes = Buffer.from(await fetched.arrayBuffer());
  const fault = type === 'picture' ? faultOfPicture(bytes) : bytes.length > LARGEST_MEDIA ? 'The file is too large' : null;
  if (fault !== null) return failLater(world, bot, user, token, fault);
  world.arrive(bot, user, message, token, keep(bytes, fetched.headers.get('content-type') ?? 'application/octet-stream'));
}
