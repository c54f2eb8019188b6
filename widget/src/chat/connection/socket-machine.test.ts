import { CloseCode } from '@parley/contract/frames/timings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryDelay, type SocketEffect, type SocketInput, type SocketState, socketOff, socketStep } from './socket-machine.ts';

function play(inputs: SocketInput[], from: SocketState = socketOff): { state: SocketState; last: SocketEffect[]; all: SocketEffect[] } {
  let state = from;
  let last: SocketEffect[] = [];
  const all: SocketEffect[] = [];
  for (const input of inputs) {
    [state, last] = socketStep(state, input, 0);
    all.push(...last);
  }
  return { state, last, all };
}

const online: SocketInput[] = [{ type: 'start' }, { type: 'ticket', ticket: 't' }, { type: 'opened' }, { type: 'heard' }];
const told = (effects: SocketEffect[]) => effects.flatMap((effect) => (effect.do === 'tell' ? [effect.what] : []));

describe('the connection of a visitor', () => {
  it('asks for a ticket, connects, and says that it is online', () => {
    expect(play(online).state).toEqual({ ...socketOff, phase: 'open' });
    expect(told(play(online).all)).toEqual(['online']);
  });

  it('is online only when the server has answered on the socket: before that it tells nobody what is said', () => {
    const joining = play(online.slice(0, -1));
    expect(joining.last).toContainEqual({ do: 'ping' });
    expect(told(joining.all)).toEqual([]);
    const silent = play([{ type: 'timer', name: 'pong' }], joining.state);
    expect(silent.state).toMatchObject({ phase: 'waiting', attempt: 1 });
    const turnedAway = play([{ type: 'closed', code: CloseCode.TICKET_EXPIRED }], joining.state);
    expect(turnedAway.state).toMatchObject({ phase: 'waiting', attempt: 1 });
  });

  it('waits as the specification says, plus a little chance', () => {
    expect([0, 1, 2, 3, 4, 20].map((attempt) => retryDelay(attempt, 0))).toEqual([500, 1000, 3000, 5000, 7000, 30_000]);
    expect(retryDelay(1, 1)).toBe(1200);
  });

  it('comes back after a loss with a fresh ticket and counts its tries', () => {
    const lost = play([...online, { type: 'closed', code: 1006 }]);
    expect(lost.last).toContainEqual({ do: 'timer', name: 'retry', ms: 500 });
    const again = play([{ type: 'timer', name: 'retry' }], lost.state);
    expect(again.last).toEqual([{ do: 'askTicket' }]);
    const failed = play([{ type: 'noTicket', refused: false, retryAfter: null }], again.state);
    expect(failed.last).toContainEqual({ do: 'timer', name: 'retry', ms: 1000 });
  });

  it('tells of a loss only after two seconds, and once', () => {
    const lost = play([...online, { type: 'closed', code: 1006 }]);
    expect(told(lost.last)).toEqual([]);
    const after = play([{ type: 'timer', name: 'tell' }], lost.state);
    expect(told(after.last)).toEqual(['lost']);
    expect(told(play([{ type: 'timer', name: 'tell' }], after.state).last)).toEqual([]);
    const blink = play(
      [{ type: 'timer', name: 'retry' }, { type: 'ticket', ticket: 't' }, { type: 'opened' }, { type: 'heard' }],
      lost.state,
    );
    expect(blink.all).toContainEqual({ do: 'cancel', name: 'tell' });
  });

  it('finds a dead socket by an unanswered ping, at once on waking', () => {
    const woke = play([...online, { type: 'woke' }]);
    expect(woke.last).toContainEqual({ do: 'ping' });
    const dead = play([{ type: 'timer', name: 'pong' }], woke.state);
    expect(dead.state.phase).toBe('waiting');
    expect(dead.last).toContainEqual({ do: 'close' });
    const alive = play([{ type: 'heard' }], woke.state);
    expect(alive.last).toContainEqual({ do: 'cancel', name: 'pong' });
  });

  it('tries at once when the device wakes during a long wait', () => {
    const waiting: SocketState = { ...socketOff, phase: 'waiting', attempt: 9, told: true };
    expect(play([{ type: 'woke' }], waiting).last).toContainEqual({ do: 'askTicket' });
  });

  it('gives each step of a try longer than the try before, up to half a minute', () => {
    const opening = (attempt: number) => play([{ type: 'ticket', ticket: 't' }], { ...socketOff, phase: 'ticket', attempt });
    const times = [0, 1, 2, 9].map((attempt) => [
      opening(attempt).last.flatMap((effect) => (effect.do === 'timer' ? [effect.ms] : [])),
      play([{ type: 'opened' }], opening(attempt).state).last.flatMap((effect) => (effect.do === 'timer' ? [effect.ms] : [])),
    ]);
    expect(times).toEqual([5000, 10_000, 15_000, 30_000].map((ms) => [[ms], [ms]]));
  });

  it('obeys a server that asks for more patience', () => {
    const asked = play([{ type: 'start' }, { type: 'noTicket', refused: false, retryAfter: 20_000 }]);
    expect(asked.last).toContainEqual({ do: 'timer', name: 'retry', ms: 20_000 });
  });

  it('ends with the session, whichever way it learns of it, and stays quiet', () => {
    for (const end of [
      play([...online, { type: 'closed', code: CloseCode.SESSION_ENDED }]),
      play([{ type: 'start' }, { type: 'noTicket', refused: true, retryAfter: null }]),
    ]) {
      expect(told(end.last)).toEqual(['ended']);
      expect(end.state).toEqual(socketOff);
      expect(play([{ type: 'woke' }, { type: 'timer', name: 'retry' }, { type: 'timer', name: 'tell' }], end.state).all).toEqual([]);
    }
    expect(told(play([...online, { type: 'closed', code: CloseCode.CLIENT_TOO_OLD }]).last)).toEqual(['outdated']);
  });

  it('never gets stuck: whatever happens, something is on its way that leads on', () => {
    const input: fc.Arbitrary<SocketInput> = fc.oneof(
      fc.constantFrom<SocketInput>({ type: 'opened' }, { type: 'heard' }, { type: 'woke' }, { type: 'ticket', ticket: 't' }),
      fc
        .constantFrom('retry' as const, 'ping' as const, 'pong' as const, 'tell' as const)
        .map((name) => ({ type: 'timer' as const, name })),
      fc.constantFrom<SocketInput>({ type: 'closed', code: 1006 }, { type: 'noTicket', refused: false, retryAfter: null }),
    );
    fc.assert(
      fc.property(fc.array(input, { maxLength: 40 }), (inputs) => {
        const running = new Set<string>();
        let state = socketOff;
        let asking = false;
        for (const one of [{ type: 'start' } as const, ...inputs]) {
          if (one.type === 'timer') {
            if (!running.delete(one.name)) continue;
          }
          if ((one.type === 'ticket' || one.type === 'noTicket') && !asking) continue;
          let effects: SocketEffect[];
          [state, effects] = socketStep(state, one, 0);
          if (one.type === 'ticket' || one.type === 'noTicket') asking = false;
          for (const effect of effects) {
            if (effect.do === 'timer') running.add(effect.name);
            if (effect.do === 'cancel') running.delete(effect.name);
            if (effect.do === 'askTicket') asking = true;
          }
          const leadsOn = {
            off: false,
            waiting: running.has('retry'),
            ticket: asking,
            opening: running.has('pong'),
            joining: running.has('pong'),
            open: running.has('ping'),
          };
          expect(leadsOn[state.phase]).toBe(true);
        }
      }),
    );
  });
});
