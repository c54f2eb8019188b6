import * as z from 'zod/mini';

/** What a browser subscribed to at its push service (Push API, PushSubscription.toJSON): where to send, and the keys to encrypt with. */
export const PushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).check(z.maxLength(2000)),
  keys: z.object({
    /** 65 bytes: an uncompressed point of P-256. */
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
    /** 16 bytes. */
    auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/)),
  }),
});
export type PushSubscription = z.infer<typeof PushSubscription>;

/** What of the installation a browser must know to subscribe; null: it sends no web push. */
export const PushSettings = z.object({ publicKey: z.nullable(z.string()) });

/**
 * What is pushed, encrypted, and shown by the service worker; plain JSON, since that has no schemas. No more than the notice of an
 * open page shows.
 */
export interface PushedNotice {
  /** The same as of the page's own notice of the same thing, so that they never stand beside each other. */
  tag: string;
  title: string;
  body: string;
  /** What a click opens. */
  path: string;
}
