import type { FastifyInstance } from 'fastify';
import { isRecord } from './controls.ts';

/** Which phones are off. What is on its way to one of those waits, and comes when it is on again; a phone is known by its number or Viber's id. */
export interface PhonePower {
  isOff(who: string): boolean;
  /** Now where the phone is on, else once it is. @returns takes it back; false when it was done already */
  whenOn(who: string, work: () => void): () => boolean;
  turn(who: string, isOn: boolean): void;
}

const keyOf = (who: string) => who.replaceAll(/^\+|\s/g, '');

function createPhonePower(): PhonePower {
  const waiting = new Map<string, Set<() => void>>();
  return {
    isOff: (who) => waiting.has(keyOf(who)),
    whenOn(who, work) {
      const works = waiting.get(keyOf(who));
      if (!works) {
        work();
        return () => false;
      }
      // One of its own, so that the same work may wait twice.
      const one = () => work();
      works.add(one);
      return () => works.delete(one);
    },
    turn(who, isOn) {
      const works = waiting.get(keyOf(who));
      if (!isOn && !works) waiting.set(keyOf(who), new Set());
      if (!isOn || !works) return;
      waiting.delete(keyOf(who));
      for (const work of works) {
        works.delete(work);
        work();
      }
    },
  };
}

/**
 * `GET /phone/power?phone=` and `PUT /phone/power` {phones: [number or Viber's id], on}. Nothing is written with a phone that is off: 409 to
 * every other `POST` below `/phone/`.
 */
export function servePhonePower(http: FastifyInstance): PhonePower {
  const power = createPhonePower();
  http.get<{ Querystring: { phone?: string } }>('/phone/power', ({ query }) => ({ on: !power.isOff(query.phone ?? '') }));
  http.put('/phone/power', (request, reply) => {
    const { phones, on } = isRecord(request.body) ? request.body : {};
    if (!Array.isArray(phones) || !phones.every((one) => typeof one === 'string' && one !== '') || typeof on !== 'boolean')
      return reply.code(400).send({ error: 'missing or wrong: phones, on' });
    for (const phone of phones) power.turn(phone, on);
    return { on };
  });
  http.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST' || !request.url.startsWith('/phone/') || !isRecord(request.body)) return;
    const { from, number, user } = request.body;
    const isOff = [from, number, user].some((who) => typeof who === 'string' && power.isOff(who));
    if (isOff) return reply.code(409).send({ error: 'the phone is off' });
  });
  return power;
}
