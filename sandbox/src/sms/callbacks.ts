import { createHmac } from 'node:crypto';
import type { Network } from './network.ts';

/** A carrier brings again what was not answered with 200 after so long each, in ms. */
const AGAIN = [5000, 30_000, 120_000, 600_000, 3_600_000];
const ANSWER_WITHIN = 10_000;

export interface Callback {
  url: string;
  body: string;
  /** Signs with it, where the carrier signs. */
  secret?: string;
  /** Brought in the address, as some carriers do. */
  method?: 'GET' | 'POST';
  authorization?: string;
}

/** Calls the product until it answers 200, as a carrier does. @returns the last status; 0 where there was no answer */
export async function bring(network: Network, callback: Callback, tries = 0): Promise<number> {
  const status = await callOnce(callback);
  const wait = AGAIN[tries];
  if (status !== 200 && wait !== undefined)
    network.later(wait * network.controls.timeScale, () => void bring(network, callback, tries + 1));
  return status;
}

async function callOnce({ url, body, secret, method = 'POST', authorization }: Callback): Promise<number> {
  const headers: Record<string, string> = {};
  if (authorization !== undefined) headers.authorization = authorization;
  if (method === 'POST') headers['content-type'] = 'application/json';
  if (method === 'POST' && secret !== undefined)
    headers['x-signature'] = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const query = method === 'GET' ? `?${new URLSearchParams(JSON.parse(body) as Record<string, string>)}` : '';
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN);
    const response = await fetch(`${url}${query}`, { method, headers, ...(method === 'POST' && { body }), signal });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

/** Reports are brought by and by, and some twice. */
export function bringLater(network: Network, callback: Callback): void {
  const times = Math.random() < network.controls.double ? 2 : 1;
  for (let time = 0; time < times; time++) network.later(network.reportDelay(), () => void bring(network, callback));
}
