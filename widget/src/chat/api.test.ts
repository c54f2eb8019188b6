import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchLook } from '../loader/look.ts';
import { visitorApi } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

/** What comes back by the line, whoever says it. */
function answers(status: number, body: string, headers: Record<string, string> = {}): void {
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
}
const api = visitorApi('http://parley.example', '');
const PORTAL = '<!doctype html><title>Log in to the Wi-Fi</title>';
const problem = (message: string) => JSON.stringify({ message, errors: [] });

describe('an answer', () => {
  it.each([401, 403, 404, 407, 429, 502, 511, 200])(
    '%i of somebody on the way is a broken line, and never the end of a session',
    async (status) => {
      for (const page of [PORTAL, '', 'null', '{"error":"unauthorized"}']) {
        answers(status, page);
        expect(await api.history('secret')).toEqual({ is: 'broken', retryAfter: null });
      }
    },
  );

  it('of ours ends the session, refuses, or asks for patience', async () => {
    answers(401, problem('VISITOR_SESSION_ENDED'));
    expect(await api.history('secret')).toEqual({ is: 'ended' });
    // The way here has lost the secret.
    answers(401, problem('ERROR_UNAUTHENTICATED'));
    expect(await api.history('secret')).toEqual({ is: 'broken', retryAfter: null });
    answers(403, problem('VISITOR_BLOCKED'));
    expect(await api.history('secret')).toEqual({ is: 'refused', body: { message: 'VISITOR_BLOCKED', errors: [] } });
    answers(429, problem('ERROR_TOO_MANY_REQUESTS'), { 'retry-after': '7' });
    expect(await api.history('secret')).toEqual({ is: 'broken', retryAfter: 7000 });
  });

  it('that there is no such widget counts only from us: on any other the bubble stands', async () => {
    const look = () => fetchLook('http://parley.example', 'w', '');
    answers(404, PORTAL);
    expect(await look()).toBeNull();
    answers(200, PORTAL);
    expect(await look()).toBeNull();
    answers(404, problem('WIDGET_NOT_FOUND'));
    expect(await look()).toBe('absent');
  });
});
