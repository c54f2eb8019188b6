import { expect, it } from 'vitest';
import { callAsItCame, callOf, keptCall } from './kept-call.ts';

const call = {
  method: 'POST' as const,
  query: new URLSearchParams('part=1'),
  headers: {
    host: 'parley.example',
    'content-type': 'application/json',
    'x-viber-content-signature': 'abc',
    authorization: 'Basic abc',
    'user-agent': 'provider/2',
    'x-event-kind': 'message',
    'x-forwarded-for': '192.0.2.7',
  },
  raw: Buffer.from('{"a":'),
};

it('keeps what was said of a call, and nothing that proves who made it', () => {
  const { body } = keptCall(call);
  expect(callAsItCame(body)).toBe('POST /?part=1\ncontent-type: application/json\nuser-agent: provider/2\nx-event-kind: message\n\n{"a":');
  expect(callOf(body)).toEqual({
    ...call,
    headers: { 'content-type': 'application/json', 'user-agent': 'provider/2', 'x-event-kind': 'message' },
  });
});

it('is the same delivery when it comes again, whatever is said of it then', () => {
  expect(keptCall({ ...call, headers: {} }).deliveryKey).toBe(keptCall(call).deliveryKey);
});

it('reads what was kept before more than the type was', () => {
  const body = JSON.stringify({ method: 'GET', query: '', contentType: '', body: { base64: '/w==' } });
  expect(callAsItCame(body)).toBe('GET /\n\n/w==');
  expect(callOf(body).headers).toEqual({});
});
