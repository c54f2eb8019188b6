import type { Bus } from './bus.ts';
import { subscriptions } from './metrics.ts';
import { tracedNow } from './tracing.ts';

/** One open websocket of this process, as modules see it. */
export interface Socket {
  /** Writes an encoded frame; a client that does not read is cut off and catches up when it comes back. */
  write(text: string): void;
  close(code: number, reason: string): void;
}

/** What goes over the bus: a frame encoded once, the subjects of which a socket must have joined at least one, and where it must be. */
interface Publication {
  subjects: readonly string[];
  place?: string;
  text: string;
}

export interface Hub {
  /** What this socket may receive from now on; a second call replaces the first. */
  join(socket: Socket, subjects: Iterable<string>): void;
  leave(socket: Socket): void;
  /** To every socket, in whichever process, that joined one of the subjects; each gets it once. */
  publish(subjects: readonly string[], type: string, payload: unknown): void;
  /** The place where this socket is from now on; null: at none. It is at one at a time, and stays there whatever it joins. */
  attend(socket: Socket, place: string | null): void;
  /** The same as `publish` to those sockets alone that are at a place. */
  publishAt(place: string, subjects: readonly string[], type: string, payload: unknown): void;
  /** The sockets of this process that joined a subject. */
  socketsOf(subject: string): Iterable<Socket>;
  /** The subjects that begin so which sockets of this process have joined. */
  joinedOf(beginning: string): Iterable<string>;
}

/** An envelope of the wire (domain: realtime). Pushed frames answer nothing, so their id is empty. */
export function encodeFrame(type: string, payload: unknown, id = ''): string {
  return JSON.stringify({ type, id, payload });
}

/** The kind of an encoded frame, without decoding it: `encodeFrame` writes it first. */
export function kindOfFrame(text: string): string {
  return text.slice(9, text.indexOf('"', 9));
}

function add(sets: Map<string, Set<Socket>>, name: string, socket: Socket): void {
  const sockets = sets.get(name);
  if (sockets) sockets.add(socket);
  else sets.set(name, new Set([socket]));
}

function remove(sets: Map<string, Set<Socket>>, name: string, socket: Socket): void {
  const sockets = sets.get(name);
  sockets?.delete(socket);
  if (sockets?.size === 0) sets.delete(name);
}

export function createHub(bus: Bus): Hub {
  const bySubject = new Map<string, Set<Socket>>();
  const subjectsOf = new Map<Socket, Set<string>>();
  const byPlace = new Map<string, Set<Socket>>();
  const placeOf = new Map<Socket, string>();

  function unjoin(socket: Socket): void {
    const left = subjectsOf.get(socket);
    if (left === undefined) return;
    subscriptions.dec(left.size);
    for (const subject of left) remove(bySubject, subject, socket);
    subjectsOf.delete(socket);
  }

  function attend(socket: Socket, place: string | null): void {
    const before = placeOf.get(socket);
    if (before === place) return;
    if (before !== undefined) remove(byPlace, before, socket);
    if (place === null) {
      placeOf.delete(socket);
      return;
    }
    placeOf.set(socket, place);
    add(byPlace, place, socket);
  }

  function push({ subjects, place, text }: Publication): void {
    if (place !== undefined) {
      for (const socket of byPlace.get(place) ?? []) {
        const joined = subjectsOf.get(socket);
        if (subjects.some((subject) => joined?.has(subject))) socket.write(text);
      }
      return;
    }
    if (subjects.length === 1) {
      for (const socket of bySubject.get(subjects[0] as string) ?? []) socket.write(text);
      return;
    }
    const reached = new Set<Socket>();
    for (const subject of subjects) {
      for (const socket of bySubject.get(subject) ?? []) {
        if (reached.has(socket)) continue;
        reached.add(socket);
        socket.write(text);
      }
    }
  }
  bus.subscribe('frames', (publication: Publication) => {
    tracedNow('push to sockets', { 'parley.frame': kindOfFrame(publication.text) }, () => push(publication));
  });

  return {
    join(socket, subjects) {
      unjoin(socket);
      const joined = new Set(subjects);
      subjectsOf.set(socket, joined);
      subscriptions.inc(joined.size);
      for (const subject of joined) add(bySubject, subject, socket);
    },
    leave(socket) {
      unjoin(socket);
      attend(socket, null);
    },
    attend,
    publishAt(place, subjects, type, payload) {
      if (subjects.length > 0) bus.publish('frames', { subjects, place, text: encodeFrame(type, payload) } satisfies Publication);
    },
    publish(subjects, type, payload) {
      if (subjects.length > 0) bus.publish('frames', { subjects, text: encodeFrame(type, payload) } satisfies Publication);
    },
    socketsOf: (subject) => bySubject.get(subject) ?? [],
    joinedOf: (beginning) => [...bySubject.keys()].filter((subject) => subject.startsWith(beginning)),
  };
}
