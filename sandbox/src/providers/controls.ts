import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** How a provider behaves, as whoever plays with it wants. All off, it is quick and reliable. */
export interface Controls {
  /** So many milliseconds pass before each answer. */
  slowMs: number;
  /** What it calls us with comes twice. */
  double: boolean;
  /** Reports come in another order than they happened in. */
  outOfOrder: boolean;
  /** Each request is refused with this status of the provider's. */
  failWith: number | null;
  /** Our credentials are no longer taken. */
  tokenExpired: boolean;
  /** Connections are cut without an answer. */
  down: boolean;
}

const OFF: Controls = { slowMs: 0, double: false, outOfOrder: false, failWith: null, tokenExpired: false, down: false };

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const FITS: { [Name in keyof Controls]: (value: unknown) => boolean } = {
  slowMs: (value) => isCount(value) && value <= 120_000,
  double: isFlag,
  outOfOrder: isFlag,
  failWith: (value) => value === null || Number.isInteger(value),
  tokenExpired: isFlag,
  down: isFlag,
};

/**
 * `GET` and `PUT /providers/<name>/controls`: the controls, and those of `more`, each by its name; what is not named stays. 400 names what does
 * not fit.
 */
export function serveControls<More extends object>(
  http: FastifyInstance,
  name: string,
  more: { off: More; fits: { [Name in keyof More]: (value: unknown) => boolean } },
): Controls & More {
  const off = { ...OFF, ...more.off };
  const fits: Record<string, (value: unknown) => boolean> = { ...FITS, ...more.fits };
  const now = { ...off };
  const path = `/providers/${name}/controls`;
  http.get(path, () => now);
  http.put(path, (request, reply) => {
    const asked = isRecord(request.body) ? request.body : {};
    const wrong = Object.entries(asked).find(([key, value]) => !fits[key]?.(value));
    if (wrong) return reply.code(400).send({ error: `${wrong[0]} is no control, or not with this value` });
    Object.assign(now, asked);
    return now;
  });
  http.delete(path, () => Object.assign(now, off));
  return now;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Waits as long as the provider is slow. @returns false when it is down, and the connection is cut */
export async function comesThrough({ slowMs, down }: Controls, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs));
  if (!down) return true;
  reply.hijack();
  request.raw.socket.destroy();
  return false;
}
