/** The provider did not answer in time, or not as one that is well. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

export interface JsonAnswer {
  status: number;
  /** Undefined where nothing, or no JSON, came. */
  body: unknown;
  headers: Headers;
}

const TIMEOUT_MS = 5000;
/** Far above what any provider says; what goes on beyond is no answer. */
const LARGEST_ANSWER = 1024 * 1024;

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > LARGEST_ANSWER) throw new Unreachable(`${response.url} answered more than ${LARGEST_ANSWER} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Asks a provider. Redirections are not followed: an address that moves is a wrong setting, and secrets would go along.
 *
 * @param takes a status of 5xx that is an answer all the same
 * @throws Unreachable when no whole answer comes within five seconds, or one of 5xx
 */
export async function fetchJson(address: string, init: RequestInit = {}, takes?: number): Promise<JsonAnswer> {
  try {
    const headers = { accept: 'application/json', ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(address, { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = parsed(await textOf(response));
    if (response.status >= 500 && response.status !== takes)
      throw new Unreachable(`${address} answered ${response.status}: ${JSON.stringify(body)?.slice(0, 300) ?? ''}`);
    return { status: response.status, body, headers: response.headers };
  } catch (error) {
    if (error instanceof Unreachable) throw error;
    throw new Unreachable(`${address} does not answer`, { cause: error });
  }
}
