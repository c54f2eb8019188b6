import * as z from 'zod/mini';
import { Passkey, SecondFactors, SignInSession } from '../entities/own-sign-in.ts';
import { Instant } from '../entities/primitives.ts';
import { route } from './access.ts';

const read = ['profile', 'read'] as const;
const change = ['profile', 'change'] as const;

/** As it was typed: what is looked at is decided by the server, and never told in an error. */
const Typed = z.string().check(z.maxLength(1024));
const withPassword = { password: Typed };
const passkeyParams = z.object({ passkeyId: z.string().check(z.regex(/^[\w-]{1,1400}$/)) });
/** Shown this one time; only hashes are kept. */
const recoveryCodes = z.array(z.string());
const done = z.object({});

/** What signed-in people do about their own sign-in. A wrong password is PASSWORD_WRONG, and counts as a try to sign in. */
export const ownSignIn = {
  changePassword: route(change, 'POST', '/users/me/password', 'Change my password; my other sign-ins end')
    .input(z.object({ body: z.object({ currentPassword: Typed, newPassword: Typed }) }))
    .output(z.object({ endedSessions: z.int() })),
  /** The answer is the same when the address is taken; then nothing is sent. */
  changeEmail: route(change, 'POST', '/users/me/email', 'Send a link to a new address that makes it mine')
    .input(z.object({ body: z.object({ ...withPassword, email: z.email().check(z.maxLength(320)) }) }))
    .output(z.object({ linkValidUntil: Instant })),

  sessions: route(read, 'GET', '/users/me/sessions', 'Where I am signed in').output(z.object({ sessions: z.array(SignInSession) })),
  endSession: route(change, 'DELETE', '/users/me/sessions/{sessionId}', 'End one of my sign-ins')
    .input(z.object({ params: z.object({ sessionId: z.string().check(z.regex(/^[\w-]{10,64}$/)) }) }))
    .output(done),
  endOtherSessions: route(change, 'DELETE', '/users/me/sessions', 'End all my sign-ins but this one').output(
    z.object({ endedSessions: z.int() }),
  ),

  secondFactors: route(read, 'GET', '/users/me/second-factors', 'My second step of signing in').output(SecondFactors),
  beginTotp: route(change, 'POST', '/users/me/second-factors/totp', 'Begin with an authenticator app')
    .input(z.object({ body: z.object(withPassword) }))
    .output(z.object({ secret: z.string(), uri: z.string() })),
  /** `recoveryCodes` is null when some are left from another factor. */
  confirmTotp: route(change, 'POST', '/users/me/second-factors/totp/confirm', 'Prove by a code that the app was set up')
    .input(z.object({ body: z.object({ code: Typed }) }))
    .output(z.object({ recoveryCodes: z.nullable(recoveryCodes) })),
  removeTotp: route(change, 'POST', '/users/me/second-factors/totp/remove', 'Remove the authenticator app')
    .input(z.object({ body: z.object(withPassword) }))
    .output(done),
  newRecoveryCodes: route(change, 'POST', '/users/me/second-factors/recovery-codes', 'Ten new recovery codes; the old ones end')
    .input(z.object({ body: z.object(withPassword) }))
    .output(z.object({ recoveryCodes })),
  /** `options` is what `navigator.credentials.create` takes, in its JSON form; `state` comes back with its answer within 10 minutes. */
  beginPasskey: route(change, 'POST', '/users/me/second-factors/passkeys/options', 'Begin with a passkey')
    .input(z.object({ body: z.object(withPassword) }))
    .output(z.object({ options: z.record(z.string(), z.unknown()), state: z.string() })),
  addPasskey: route(change, 'POST', '/users/me/second-factors/passkeys', 'Add the passkey that was made')
    .input(
      z.object({
        body: z.object({
          state: z.string().check(z.maxLength(2000)),
          name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
          credential: z.record(z.string(), z.unknown()),
        }),
      }),
    )
    .output(z.object({ passkey: Passkey, recoveryCodes: z.nullable(recoveryCodes) })),
  removePasskey: route(change, 'POST', '/users/me/second-factors/passkeys/{passkeyId}/remove', 'Remove a passkey')
    .input(z.object({ params: passkeyParams, body: z.object(withPassword) }))
    .output(done),
};
