import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { seal, unseal } from '../platform/secret.ts';
import { cookieOf } from './page/language.ts';
import { Proof, type Proofs } from './proof.ts';
import { SIGN_IN_PATH } from './provider.ts';

const COOKIE = 'parley_arrival';
/** As long as the way from a page of ours to the sign-in page may take. */
const VALID_FOR_SECONDS = 60;

const Arrival = z.object({ kind: z.literal('arrival'), proof: Proof, until: z.number() });

/**
 * Somebody has just chosen a password by a one-time link: the sign-in that follows in the same browser need not ask for it
 * again. A cookie of a minute, taken once, that reaches the sign-in page alone, and that ends with this password.
 */
export interface Arrivals {
  /** @param hash of the password that was just chosen */
  announce(reply: FastifyReply, userId: string, hash: string): void;
  /** Who arrives by this request; the cookie is gone afterwards. */
  take(request: FastifyRequest, reply: FastifyReply): Promise<Proof | null>;
}

export function arrivalsBy(key: Buffer, isSecure: boolean, proofs: Proofs): Arrivals {
  const set = (reply: FastifyReply, value: string, seconds: number) =>
    reply.header(
      'set-cookie',
      `${COOKIE}=${value}; Path=${SIGN_IN_PATH}; Max-Age=${seconds}; SameSite=Lax; HttpOnly${isSecure ? '; Secure' : ''}`,
    );
  return {
    announce(reply, userId, hash) {
      const arrival: z.infer<typeof Arrival> = {
        kind: 'arrival',
        proof: proofs.of(userId, hash),
        until: Date.now() + VALID_FOR_SECONDS * 1000,
      };
      set(reply, seal(key, arrival), VALID_FOR_SECONDS);
    },
    async take(request, reply) {
      const sealed = cookieOf(request.raw, COOKIE);
      if (sealed === undefined) return null;
      set(reply, '', 0);
      const arrival = Arrival.safeParse(unseal(key, sealed));
      if (!arrival.success || arrival.data.until <= Date.now()) return null;
      return (await proofs.stands(arrival.data.proof)) ? arrival.data.proof : null;
    },
  };
}
