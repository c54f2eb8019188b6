import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ANSWER_LIMIT, keptAnswer } from './steps.ts';

const ADDRESS = '+359888123456';

it('keeps what a provider said as it was, where it says nothing of anybody', () => {
  expect(keptAnswer('{"status":"REJECTED","code":7,"reason":"no route"}', ADDRESS)).toBe(
    '{"status":"REJECTED","code":7,"reason":"no route"}',
  );
  expect(keptAnswer(undefined, ADDRESS)).toBeNull();
  expect(keptAnswer(' \u0000\n', ADDRESS)).toBeNull();
});

it('leaves out the customer’s address, however it is written, and everybody else’s', () => {
  for (const said of [`to ${ADDRESS} failed`, `{"to":"${ADDRESS.slice(1)}"}`, `sms://x?to=${ADDRESS}`, 'ask maria@example.com'])
    expect(keptAnswer(said, ADDRESS)).not.toMatch(/359888|maria@/);
  // A channel's own id of a customer is no number.
  expect(keptAnswer('{"recipient":"psid-Maria.1"}', 'psid-Maria.1')).toBe('{"recipient":"[address]"}');
});

it('holds no secret whatever it is called and wherever it stands, and is never longer than what is kept', () => {
  const name = fc.constantFrom('token', 'access_token', 'password', 'apiKey', 'api-key', 'X-Signature', 'client_secret', 'Authorization');
  const secret = fc.stringMatching(/^[A-Za-z0-9]{8,40}$/).filter((one) => /\d/.test(one));
  const shape = fc.constantFrom(
    (key: string, value: string) => JSON.stringify({ [key]: value }),
    (key: string, value: string) => `${key}: ${value}`,
    (key: string, value: string) => `${key}=${value}&x=1`,
    (key: string, value: string) => `{"error":{"${key}" : "${value}"}}`,
  );
  fc.assert(
    fc.property(name, secret, shape, fc.string({ unit: 'grapheme', maxLength: 1500 }), (key, value, write, around) => {
      const kept = keptAnswer(`${around.replaceAll('"', '')} ${write(key, value)} ${around}`, ADDRESS) ?? '';
      expect(kept).not.toContain(value);
      expect(kept.length).toBeLessThanOrEqual(ANSWER_LIMIT);
      expect(kept).not.toContain('\u0000');
    }),
  );
});
