import { askGuarded, type Guard, NotFetched, openInternet } from '../../platform/guarded-fetch.ts';
import type { FetchedFile } from '../../rooms/index.ts';

const DEFAULT_WAIT = 30_000;

/**
 * Fetches what a customer has sent from where its provider keeps it, by the address that the provider has named: of the open internet, or of the
 * provider's own machine, wherever that stands. GONE where it is there no more, or may not be asked for.
 * @param ownOrigins addresses at which the provider is reached
 */
export async function fetchMedia(
  address: string,
  { ownOrigins, signal }: { ownOrigins: readonly string[]; signal: AbortSignal },
): Promise<FetchedFile> {
  const asked = URL.parse(address);
  const isOwn = ownOrigins.some((one) => URL.parse(one)?.origin === asked?.origin);
  // Where it is led on from there, on another port, the open internet alone is asked.
  const guard: Guard = isOwn ? (ip, port) => port === portOf(asked) || openInternet(ip, port) : openInternet;
  try {
    const response = await askGuarded(address, { guard, signal });
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) {
      const length = headers['content-length'];
      return { outcome: 'HERE', body: response, name: null, length: length === undefined ? null : Number(length) };
    }
    response.destroy();
    if (statusCode === 429 || statusCode === 503)
      return { outcome: 'LATER', afterMs: Number(headers['retry-after']) * 1000 || DEFAULT_WAIT };
    if ([401, 403, 404, 410].includes(statusCode)) return { outcome: 'GONE', reason: 'EXPIRED' };
    throw new Error(`the provider answered ${statusCode} for a file`);
  } catch (error) {
    if (error instanceof NotFetched) return { outcome: 'GONE', reason: 'NOT_FETCHED' };
    throw error;
  }
}

const portOf = (url: URL | null): number => Number(url?.port) || (url?.protocol === 'https:' ? 443 : 80);
