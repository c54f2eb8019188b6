import { describe, expect, it } from 'vitest';
import { type Hearing, numberIn, openChat, textOf } from './chat.ts';
import { closedLoop, paced } from './load.ts';

/** A chat without a server: what is said is handed to `deliver` with everybody's ears. */
async function chatOf(deliver: (ears: Hearing[], message: number) => void) {
  const rooms: Hearing[][] = [[], []];
  const chat = await openChat({ rooms: 2, people: 3 }, async (room, person, hearing) => {
    const ears = rooms[room] as Hearing[];
    ears[person] = hearing;
    return {
      say(text) {
        const message = numberIn(text)?.message as number;
        setImmediate(() => deliver(ears, message));
      },
      close() {},
    };
  });
  return chat;
}

const toAll = (ears: Hearing[], message: number) => {
  for (const ear of ears) ear.heard(message);
};

describe('the chat', () => {
  it('tells when everybody has a message, and what each room heard', async () => {
    const chat = await chatOf(toAll);
    await closedLoop(chat, { count: 10, inFlight: 4 });
    expect(chat.takeHeard().map((room) => room.toSorted((a, b) => a - b))).toEqual([
      [0, 2, 4, 6, 8],
      [1, 3, 5, 7, 9],
    ]);
    expect(chat.takeHeard()).toEqual([[], []]);
    chat.close();
  });

  it('fails for a message that somebody hears twice', async () => {
    const chat = await chatOf((ears, message) => {
      toAll(ears, message);
      if (message === 3) ears[1]?.heard(message);
    });
    await expect(closedLoop(chat, { count: 20, inFlight: 1 })).rejects.toThrow(/heard 3/);
    chat.close();
  });

  it('fails for a message that some hear at another place', async () => {
    const held: number[] = [];
    const chat = await chatOf((ears, message) => {
      if (message % 2 === 0) held.push(message);
      if (held.length < 2) return;
      for (const one of [0, 2]) ears[0]?.heard(one);
      for (const one of [2, 0]) ears[1]?.heard(one);
    });
    await expect(closedLoop(chat, { count: 3, inFlight: 3 })).rejects.toThrow('person 1 of room 0 heard 2 where the others heard 0');
    chat.close();
  });

  it('fails when somebody lacks one', async () => {
    const chat = await chatOf((ears, message) => {
      for (const ear of ears.slice(0, message === 5 ? 2 : 3)) ear.heard(message);
      if (message === 5) ears[2]?.failed('a refusal');
    });
    await expect(closedLoop(chat, { count: 6, inFlight: 1 })).rejects.toThrow('a refusal');
    expect(() => chat.takeHeard()).toThrow('a refusal');
    chat.close();
  });

  it('measures from the moment when a message was due', async () => {
    const times = await paced({ say: async () => performance.now() + 50 }, { count: 5, perSecond: 100 });
    expect(times).toHaveLength(5);
    for (const time of times) expect(time).toBeGreaterThanOrEqual(50);
  });

  it('reads the number of a text, wherever it stands', () => {
    expect(numberIn(`{"text":"${textOf(42)}"}`)?.message).toBe(42);
    expect(numberIn('nothing')).toBeNull();
    expect(numberIn('~4')).toBeNull();
    const two = `${textOf(1)}${textOf(2)}`;
    expect(numberIn(two, numberIn(two)?.end)?.message).toBe(2);
  });
});
