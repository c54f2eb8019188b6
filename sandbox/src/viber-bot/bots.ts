import { createHmac } from 'node:crypto';
import type { Caller } from '../providers/caller.ts';
import type { Controls } from '../providers/controls.ts';
import type { PhonePower } from '../providers/phone-power.ts';

/** A bot as Viber knows it. */
export interface Bot {
  token: string;
  name: string;
  uri: string;
  webhook: string;
  eventTypes: readonly string[];
}

/** What somebody's phone shows in the chat with a bot, from either side. */
export interface PhoneMessage {
  token: string;
  from: 'BOT' | 'USER';
  at: string;
  /** As it was sent: type, text, media, keyboard and so on. */
  message: Record<string, unknown>;
  /** What came to the phone beside it: bytes of a picture, for instance. */
  mediaPath?: string;
  seen: boolean;
}

export interface User {
  id: string;
  name: string;
  /** Where their picture lies; empty for none. */
  avatar: string;
  /** The newest interface that the phone's Viber knows. */
  apiVersion: number;
  /** By the bot's token. */
  subscribed: Set<string>;
  /** Was ever in a chat with the bot: nobody else is known there. */
  known: Set<string>;
  messages: PhoneMessage[];
  /** Messages of a bot since the user last wrote, by their times. */
  unanswered: number[];
}

export interface BotControls extends Controls {
  /** What was taken fails afterwards on the phone, with these words. */
  failsLate: string | null;
  /** A phone that has a message shows it after so long; null: only when somebody looks. */
  seenAfterMs: number | null;
  /** After how long a callback that was not answered by 200 comes again. */
  redeliverAfterMs: number[];
}

const SHOWN = 500;
const DELIVERED_AFTER = 200;
const PER_HOUR = 100;
const HOUR = 3600_000;

/** All bots, and all phones that chat with them. */
export interface BotWorld {
  bots: Map<string, Bot>;
  users: Map<string, User>;
  /** One phone, also one that is new. */
  user(id: string, name?: string): User;
  /** The next id of a message: of 64 bits, beyond what a floating-point number tells apart. */
  nextToken(): bigint;
  /** Tells the bot's owner of an event. @returns their answer's body */
  tell(bot: Bot, event: string, facts: object, token?: bigint): Promise<string | null>;
  /** A message of the bot comes to a phone, once that is on. */
  arrive(bot: Bot, user: User, message: Record<string, unknown>, token: bigint, mediaPath?: string): void;
  /** Whoever owns the phone has looked: the bot's owner is told of all that they had not seen. */
  look(bot: Bot, user: User): Promise<void>;
  /** More than so many messages in an hour to somebody who does not answer are refused. */
  isTooMany(user: User): boolean;
}

/** Whatever the owner has asked for, these come. */
const ALWAYS: ReadonlySet<string> = new Set(['message', 'subscribed', 'unsubscribed', 'webhook']);

export function createBotWorld(controls: BotControls, caller: Caller, power: PhonePower): BotWorld {
  const bots = new Map<string, Bot>();
  const users = new Map<string, User>();
  let token = 5_810_027_394_416_620_773n;

  /** What the bot's owner hears of a message that is on a phone now. */
  function report(bot: Bot, user: User, about: bigint): void {
    const delivered = () => void world.tell(bot, 'delivered', { user_id: user.id }, about);
    const seenAfter = controls.seenAfterMs;
    if (!controls.outOfOrder) setTimeout(delivered, DELIVERED_AFTER).unref();
    if (seenAfter !== null)
      setTimeout(() => void world.look(bot, user).then(controls.outOfOrder ? delivered : undefined), DELIVERED_AFTER + seenAfter).unref();
    else if (controls.outOfOrder) setTimeout(delivered, DELIVERED_AFTER).unref();
  }

  const world: BotWorld = {
    bots,
    users,
    user(id, name = 'Viber user') {
      const known = users.get(id);
      if (known) return known;
      const made: User = { id, name, avatar: '', apiVersion: 10, subscribed: new Set(), known: new Set(), messages: [], unanswered: [] };
      users.set(id, made);
      return made;
    },
    nextToken: () => ++token,
    async tell(bot, event, facts, about = world.nextToken()) {
      if (bot.webhook === '') return null;
      if (!ALWAYS.has(event) && !bot.eventTypes.includes(event)) return null;
      const call = signed(bot, withToken({ event, timestamp: Date.now(), ...facts }, about));
      return caller.call(call, { twice: controls.double });
    },
    arrive(bot, user, message, about, mediaPath) {
      user.unanswered.push(Date.now());
      power.whenOn(user.id, () => {
        user.messages.push({
          token: String(about),
          from: 'BOT',
          at: new Date().toISOString(),
          message,
          ...(mediaPath && { mediaPath }),
          seen: false,
        });
        user.messages.splice(0, user.messages.length - SHOWN);
        report(bot, user, about);
      });
    },
    async look(bot, user) {
      for (const one of user.messages) {
        if (one.from !== 'BOT' || one.seen) continue;
        one.seen = true;
        await world.tell(bot, 'seen', { user_id: user.id }, BigInt(one.token));
      }
    },
    isTooMany(user) {
      const since = Date.now() - HOUR;
      user.unanswered = user.unanswered.filter((at) => at > since);
      return user.unanswered.length >= PER_HOUR;
    },
  };
  return world;
}

/** The call with its signature: HMAC-SHA256 of the body, by the bot's token. */
export const signed = (bot: Bot, body: string) => ({
  url: bot.webhook,
  body,
  headers: { 'x-viber-content-signature': createHmac('sha256', bot.token).update(body).digest('hex') },
});

/** JSON with the token as a bare number, as Viber writes it: too large to go through a number of JavaScript's. */
export function withToken(value: object, token: bigint): string {
  const json = JSON.stringify(value);
  return `${json.slice(0, -1)}${json === '{}' ? '' : ','}"message_token":${token}}`;
}
