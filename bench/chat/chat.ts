import { setTimeout as sleep } from 'node:timers/promises';

/** One person in a room, on a connection of their own. */
export interface Member {
  say(text: string): void;
  close(): void;
}

/** What a connection tells: that this message has arrived, or that something went wrong which must not. */
export interface Hearing {
  heard(message: number): void;
  failed(reason: string): void;
}

export type Join = (room: number, person: number, hearing: Hearing) => Promise<Member>;

export interface Shape {
  rooms: number;
  people: number;
}

/** How long nothing may arrive while something is under way. */
const SILENCE_LIMIT = 20_000;
const JOINING_AT_ONCE = 20;

/**
 * Rooms full of people who hear each other. Every message must reach every person of its room once, and all of a room in one
 * order; the first that does not fails whatever is waited for.
 */
export interface Chat {
  readonly shape: Shape;
  /** Somebody of the next room says the next message. @returns when the last person of the room had it, in ms of performance.now() */
  say(): Promise<number>;
  /** What each room heard since it was last asked, in the order of the room. Throws when somebody lacks some of it. */
  takeHeard(): number[][];
  close(): void;
}

/** The text of a message: its number between tildes, and enough more to be as long as what people write. */
export const textOf = (message: number): string => `~${message}~ Thank you, the parcel has arrived this morning and all is well.`;

/** The number in a text, and where the text goes on behind it; null when there is none. */
export function numberIn(text: string, from = 0): { message: number; end: number } | null {
  const start = text.indexOf('~', from);
  const end = start < 0 ? -1 : text.indexOf('~', start + 1);
  return end < 0 ? null : { message: Number(text.slice(start + 1, end)), end: end + 1 };
}

interface UnderWay {
  missing: number;
  /** It has its place in the order of its room. */
  placed: boolean;
  resolve(at: number): void;
  reject(error: Error): void;
}

export async function openChat(shape: Shape, join: Join): Promise<Chat> {
  const order: number[][] = Array.from({ length: shape.rooms }, () => []);
  const places = new Uint32Array(shape.rooms * shape.people);
  const underWay = new Map<number, UnderWay>();
  const members: Member[] = [];
  let failure: Error | null = null;
  let lastHeard = performance.now();
  let said = 0;

  function fail(reason: string): void {
    failure ??= new Error(reason);
    for (const { reject } of underWay.values()) reject(failure);
    underWay.clear();
  }

  function heard(room: number, person: number, message: number): void {
    lastHeard = performance.now();
    const list = order[room] as number[];
    const seat = room * shape.people + person;
    const place = places[seat] as number;
    places[seat] = place + 1;
    const state = underWay.get(message);
    if (!state) fail(`person ${person} of room ${room} heard ${message}, which is not under way (any more)`);
    else if (place < list.length && list[place] !== message)
      fail(`person ${person} of room ${room} heard ${message} where the others heard ${list[place]}`);
    else if (place === list.length && state.placed) fail(`person ${person} of room ${room} heard ${message} again`);
    else arrived(list, place, message, state);
  }

  function arrived(list: number[], place: number, message: number, state: UnderWay): void {
    // The first to hear it tells the order of the room.
    if (place === list.length) list.push(message);
    state.placed = true;
    if (--state.missing > 0) return;
    underWay.delete(message);
    state.resolve(lastHeard);
  }

  const watch = setInterval(() => {
    if (underWay.size > 0 && performance.now() - lastHeard > SILENCE_LIMIT) fail(`${underWay.size} messages never reached everybody`);
  }, 1000);
  watch.unref();

  const seats = Array.from({ length: shape.rooms * shape.people }, (_, seat) => seat);
  for (let from = 0; from < seats.length; from += JOINING_AT_ONCE) {
    const joined = seats.slice(from, from + JOINING_AT_ONCE).map((seat) => {
      const [room, person] = [Math.floor(seat / shape.people), seat % shape.people];
      return join(room, person, { heard: (message) => heard(room, person, message), failed: fail });
    });
    members.push(...(await Promise.all(joined)));
  }
  // What joining itself has caused is over before anything is measured.
  await sleep(500);

  return {
    shape,
    say() {
      if (failure) return Promise.reject(failure);
      const message = said++;
      const room = message % shape.rooms;
      const person = Math.floor(message / shape.rooms) % shape.people;
      if (underWay.size === 0) lastHeard = performance.now();
      return new Promise((resolve, reject) => {
        underWay.set(message, { missing: shape.people, placed: false, resolve, reject });
        (members[room * shape.people + person] as Member).say(textOf(message));
      });
    },
    takeHeard() {
      if (failure) throw failure;
      places.forEach((place, seat) => {
        const expected = (order[Math.floor(seat / shape.people)] as number[]).length;
        if (place !== expected) throw new Error(`seat ${seat} heard ${place} of ${expected} messages`);
      });
      places.fill(0);
      return order.map((list) => list.splice(0));
    },
    close() {
      clearInterval(watch);
      for (const member of members) member.close();
    },
  };
}
