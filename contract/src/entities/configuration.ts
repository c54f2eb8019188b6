import * as z from 'zod/mini';

/** What the web application must know before anybody has signed in (administration, section 7). */
export const Configuration = z.object({
  /** The base address of the API, without a slash at its end; null: `/api` at the address of the page. */
  apiUrl: z.nullable(z.string()),
  /** The agents' websocket. */
  socket: z.object({
    /** Null: `ws` below the base address of the API. */
    url: z.nullable(z.string()),
    /** How often a page says what it holds, in milliseconds. */
    sendInterval: z.int(),
    /** How long a page waits for it to open, in milliseconds. */
    receiveTimeout: z.int(),
  }),
  signIn: z.object({
    /** The OpenID provider; null for Parley's own, at the address of the page. */
    issuer: z.nullable(z.string()),
    clientId: z.string(),
    scope: z.string(),
    /** Where people change password, second step and sign-ins; null: in their profile. */
    accountUrl: z.nullable(z.string()),
    /** Whether administrators can invite people, and change their role and address, from here. */
    keepsPeople: z.boolean(),
  }),
});
export type Configuration = z.infer<typeof Configuration>;
