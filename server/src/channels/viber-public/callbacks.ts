import { z } from 'zod';
import type { RawDelivery, Reading, SpecialContent } from '../../rooms/index.ts';
import { messageTokenIn } from './message-token.ts';

const Person = z.object({ id: z.string().min(1), name: z.string().optional(), avatar: z.string().optional() });
const timestamp = z.number();

const Message = z.object({
  type: z.string(),
  text: z.string().optional(),
  media: z.string().optional(),
  file_name: z.string().optional(),
  sticker_id: z.number().optional(),
  location: z.object({ lat: z.number(), lon: z.number() }).optional(),
  contact: z.object({ name: z.string().optional(), phone_number: z.string().optional() }).optional(),
});
type Message = z.infer<typeof Message>;

/** What Viber calls us with (REST bot API, callbacks). */
const Callback = z.discriminatedUnion('event', [
  z.object({ event: z.literal('webhook') }),
  z.object({ event: z.literal('message'), timestamp, sender: Person, message: Message }),
  z.object({ event: z.literal('delivered'), user_id: z.string() }),
  z.object({ event: z.literal('seen'), user_id: z.string() }),
  z.object({ event: z.literal('failed'), user_id: z.string(), desc: z.string().optional() }),
  z.object({ event: z.literal('subscribed'), timestamp, user: Person }),
  z.object({ event: z.literal('unsubscribed'), timestamp, user_id: z.string() }),
  z.object({ event: z.literal('conversation_started'), user: Person, subscribed: z.boolean().default(false) }),
]);
type Callback = z.infer<typeof Callback>;

/** Whom a callback is about; null of what is about nobody, or of nothing that is kept. */
function addressIn(callback: Callback): string | null {
  switch (callback.event) {
    case 'message':
      return callback.sender.id;
    case 'subscribed':
      return callback.user.id;
    case 'delivered':
    case 'seen':
    case 'failed':
    case 'unsubscribed':
      return callback.user_id;
    case 'webhook':
    case 'conversation_started':
      return null;
  }
}

const parsed = (text: string): Callback => Callback.parse(JSON.parse(text));

/** Cuts a callback; whoever opens the chat without being subscribed is `welcomed`. Throws what Viber does not document, or has no id. */
export function cut(text: string): { deliveries: RawDelivery[]; welcomed: boolean } {
  const callback = parsed(text);
  const address = addressIn(callback);
  if (address === null) return { deliveries: [], welcomed: callback.event === 'conversation_started' && !callback.subscribed };
  // Reports of one message have its token, each of its own kind; and so do the same again.
  const deliveryKey = `${callback.event}:${requireToken(text)}:${address}`;
  return { deliveries: [{ address, deliveryKey, body: text }], welcomed: false };
}

function requireToken(text: string): string {
  const token = messageTokenIn(text);
  if (token === null) throw new Error('a callback without a message_token');
  return token;
}

/** What a kept callback contains. Throws as `cut`. */
export function read(text: string): Reading[] {
  const callback = parsed(text);
  switch (callback.event) {
    case 'message': {
      const { sender, message } = callback;
      return [
        {
          kind: 'MESSAGE',
          providerMessageId: requireToken(text),
          address: sender.id,
          name: sender.name || null,
          ...(sender.avatar && { picture: sender.avatar }),
          // The first message subscribes, without a callback of its own.
          subscribedAt: instant(callback.timestamp),
          ...contentOf(message),
        },
      ];
    }
    case 'delivered':
      return [{ kind: 'STATUS', providerMessageId: requireToken(text), status: 'DELIVERED', reason: null }];
    case 'seen':
      return [{ kind: 'STATUS', providerMessageId: requireToken(text), status: 'SEEN', reason: null }];
    case 'failed':
      return [
        {
          kind: 'STATUS',
          providerMessageId: requireToken(text),
          status: 'DELIVERY_FAILED',
          reason: 'UNDELIVERABLE',
          ...(callback.desc && { answer: callback.desc }),
        },
      ];
    case 'subscribed': {
      const { user } = callback;
      return [
        {
          kind: 'SUBSCRIPTION',
          address: user.id,
          subscribed: true,
          name: user.name || null,
          ...(user.avatar && { picture: user.avatar }),
          at: instant(callback.timestamp),
        },
      ];
    }
    case 'unsubscribed':
      return [{ kind: 'SUBSCRIPTION', address: callback.user_id, subscribed: false, name: null, at: instant(callback.timestamp) }];
    case 'webhook':
    case 'conversation_started':
      return [];
  }
}

/** Throws where it is no time. */
const instant = (ms: number): string => new Date(ms).toISOString();

type Content = Pick<Extract<Reading, { kind: 'MESSAGE' }>, 'text' | 'files' | 'content'>;

const unsupported = (kind: Extract<SpecialContent, { type: 'UNSUPPORTED_MEDIA' }>['unsupported'], text = '', words?: string): Content => ({
  text,
  content: { type: 'UNSUPPORTED_MEDIA', unsupported: kind, ...(words && { fallbackText: words }) },
});

/** What a message says by our kinds (communications, section 3). */
function contentOf({ type, text = '', media = '', ...rest }: Message): Content {
  switch (type) {
    case 'text':
      return text === '' ? unsupported('INCOMPLETE') : { text };
    case 'picture':
    case 'file': {
      if (media === '') return unsupported('INCOMPLETE', text);
      return { text, files: [{ reference: media, name: rest.file_name ?? null, kind: type === 'picture' ? 'IMAGE' : 'FILE' }] };
    }
    case 'url': {
      const link = media || text;
      if (link === '') return unsupported('INCOMPLETE');
      return /^https?:\/\//i.test(link) ? { text: link } : unsupported('URL', '', link);
    }
    case 'video':
      return unsupported('VIDEO', text);
    case 'sticker':
      return unsupported('STICKER', text);
    case 'location':
      return unsupported('LOCATION', text, rest.location && `${rest.location.lat}, ${rest.location.lon}`);
    case 'contact':
      return unsupported('CONTACT', text, [rest.contact?.name, rest.contact?.phone_number].filter(Boolean).join(' '));
    default:
      return unsupported('UNKNOWN', text);
  }
}
