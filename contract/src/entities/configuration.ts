import * as z from 'zod/mini';

/** What the web application must know before anybody has signed in (administration, section 7). */
export const Configuration = z.object({
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
