import { describe, expect, it } from 'vitest';
import { outcomeOf } from './answers.ts';

const answered = (body: string, status = 200) => ({ status, text: body, retryAfterMs: null });
const ofStatus = (status: number) => outcomeOf(answered(`{"status":${status},"status_message":"words"}`));

describe('what Viber answers to a send (REST bot API, error codes)', () => {
  it.each([
    [3, 'REJECTED'],
    [4, 'REJECTED'],
    [5, 'NOT_VIBER_USER'],
    [6, 'NOT_SUBSCRIBED'],
    [7, 'BLACKLISTED'],
    [9, 'BLACKLISTED'],
    [11, 'NO_SUITABLE_DEVICE'],
    [13, 'NO_SUITABLE_DEVICE'],
    [14, 'REJECTED'],
    [16, 'NOT_PERMITTED'],
    [17, 'NOT_PERMITTED'],
    [18, 'NOT_PERMITTED'],
    [19, 'NOT_PERMITTED'],
    [20, 'NOT_PERMITTED'],
    [21, 'NOT_PERMITTED'],
    [22, 'NOT_PERMITTED'],
    [23, 'INSUFFICIENT_FUNDS'],
  ])('status %i is refused for good as %s', (status, reason) => {
    expect(ofStatus(status)).toMatchObject({ outcome: 'REFUSED', reason, final: true });
  });

  it.each([
    [1, 'MISCONFIGURED'],
    [10, 'MISCONFIGURED'],
    [2, 'REFUSED'],
    [8, 'REFUSED'],
    [15, 'REFUSED'],
  ])('status %i is of the bot and not of the message: %s', (status, problem) => {
    expect(ofStatus(status)).toMatchObject({ outcome: 'UNAVAILABLE', problem });
  });

  it.each([
    [12, 'THROTTLING'],
    [-1, 'DEFAULT'],
    [99, 'DEFAULT'],
  ])('status %i may pass: %s, again later', (status, reason) => {
    expect(ofStatus(status)).toMatchObject({ outcome: 'REFUSED', reason, final: false });
  });

  it('taken, it is known by all 64 bits of its token, whatever the words around it say', () => {
    const taken = (body: string) => outcomeOf(answered(body));
    expect(taken('{"status":0,"status_message":"ok","message_token":5810027394416620773}')).toMatchObject({
      outcome: 'ACCEPTED',
      providerMessageId: '5810027394416620773',
    });
    expect(taken('{"status":0,"status_message":"\\"message_token\\":1","message_token":5810027394416620774}')).toMatchObject({
      providerMessageId: '5810027394416620774',
    });
    expect(() => taken('{"status":0,"status_message":"ok"}')).toThrow();
  });

  it('by its HTTP status alone it is refused, wanted later, or away', () => {
    expect(outcomeOf(answered('no', 401))).toMatchObject({ outcome: 'UNAVAILABLE', problem: 'REFUSED', answer: '401 no' });
    expect(outcomeOf(answered('slow', 429))).toMatchObject({ outcome: 'LATER' });
    expect(outcomeOf({ ...answered('slow', 429), retryAfterMs: 3000 })).toMatchObject({ outcome: 'LATER', afterMs: 3000 });
    expect(outcomeOf(answered('away', 503))).toMatchObject({ outcome: 'UNAVAILABLE', problem: 'UNREACHABLE' });
    expect(outcomeOf(answered('elsewhere', 302))).toMatchObject({ outcome: 'UNAVAILABLE', problem: 'MISCONFIGURED' });
    expect(() => outcomeOf(answered('<html>'))).toThrow();
  });
});
