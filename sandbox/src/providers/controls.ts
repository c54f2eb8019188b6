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

/** Which values each control may have. */
export type Fits<All> = { readonly [Name in keyof All]: (value: unknown) => boolean };

export const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const FITS: Fits<Controls> = {
  slowMs: (value) => isCount(value) && value <= 120_000,
  double: isFlag,
  outOfOrder: isFlag,
  failWith: (value) => value === null || Number.isInteger(value),
  tokenExpired: isFlag,
  down: isFlag,
};

/** `GET`, `PUT` and `DELETE /providers/<name>/controls`: the controls of every provider, and those of `more`. */
export const serveControls = <More extends object>(http: FastifyInstance, name: string, more: { off: More; fits: Fits<More> }) =>
  serveSwitches<Controls & More>(http, `/providers/${name}/controls`, { ...OFF, ...more.off }, { ...FITS, ...more.fits } as Fits<
    Controls & More
  >);

/**
 * `GET`, `PUT` and `DELETE` of a path: the switches, each by its name; what a PUT does not name stays, 400 names what does not fit, DELETE sets all as usual.
 * @param changed called with what they are, whenever they were set
 */
export function serveSwitches<All extends object>(
  http: FastifyInstance,
  path: string,
  off: All,
  fits: Fits<All>,
  changed: (now: All) => void = () => undefined,
): All {
  const now = { ...off };
  const set = (values: object) => {
    Object.assign(now, values);
    changed(now);
    return now;
  };
  const judges: Readonly<Record<string, (value: unknown) => boolean>> = fits;
  http.get(path, () => now);
  http.put(path, (request, reply) => {
    const asked = isRecord(request.body) ? request.body : {};
    const wrong = Object.entries(asked).find(([key, value]) => !judges[key]?.(value));
    if (wrong) return reply.code(400).send({ error: `${wrong[0]} is no control, or not with this value` });
    return set(asked);
  });
  http.delete(path, () => set(off));
  return now;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Waits as long as the provider is slow. @returns false when it is down, and the connection is cut */
export async function comesThrough(
  { slowMs, down }: Pick<Controls, 'slowMs' | 'down'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs));
  if (!down) return true;
  reply.hijack();
  request.raw.socket.destroy();
  return false;
}
