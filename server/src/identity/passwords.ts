import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** What a hash costs, as scrypt counts it. */
interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** Cost of new hashes: 2^15 blocks of 8 take about 32 MiB and a tenth of a second. Older hashes keep their own, stored beside them. */
const COST: Cost = { N: 2 ** 15, r: 8, p: 1 };
const KEY_BYTES = 32;
/** More than this many at once would only fill the memory. */
const AT_ONCE = 2;

let running = 0;
const queue: Array<() => void> = [];

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running--;
  }
}

function derive(password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return limited(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );
}

const asStored = ({ N, r, p }: Cost, salt: Buffer, key: Buffer): string =>
  ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');

/** A password as it is stored: `scrypt$N$r$p$salt$key`. @param cost another one than that of today */
export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const salt = randomBytes(16);
  return asStored(cost, salt, await derive(password, salt, cost));
}

/** The same of no password at all: whichever is tried on it, it takes as long, and is wrong. Costs nothing itself. */
export const hashOfNone = (): string => asStored(COST, randomBytes(16), randomBytes(KEY_BYTES));

/** True when the password is the one that was hashed. Takes the same time for a wrong one. Throws on a hash that is not ours. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [kind, N, r, p, salt, key] = hash.split('$');
  if (kind !== 'scrypt' || salt === undefined || key === undefined) throw new Error('a stored password is not a scrypt hash');
  const right = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return right.length === given.length && timingSafeEqual(given, right);
}
