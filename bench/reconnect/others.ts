import { openLine } from '../http-line.ts';
import type { Person } from './parley.ts';

const EVERY = 40;

/** How long those wait who were not cut off and go on working. */
export interface Others {
  /** Resolves with the 99th percentile of what was asked while `work` ran, in ms, and at least for so long. */
  during(work: () => Promise<unknown>, atLeast: number): Promise<number>;
  close(): void;
}

/** Each reads the newest page of a room of theirs, one at a time. */
export async function openOthers(origin: string, people: readonly Person[], roomOf: (person: Person) => string): Promise<Others> {
  const lines = await Promise.all(people.map(async (person) => ({ person, line: await openLine(origin) })));
  return {
    async during(work, atLeast) {
      const took: number[] = [];
      let isOver = false;
      const asking = lines.map(async ({ person, line }) => {
        while (!isOver) {
          const began = performance.now();
          const path = `/api/rooms/${roomOf(person)}/history?size=30&page=0&private_messages=false`;
          const { status } = await line.ask({ method: 'GET', path, headers: { authorization: `Bearer ${person.token}` } });
          if (status !== 200) throw new Error(`a history was answered ${status}`);
          took.push(performance.now() - began);
          await new Promise((resolve) => setTimeout(resolve, EVERY));
        }
      });
      // A refusal is told at the end; until then the others go on.
      for (const one of asking) one.catch(() => {});
      const least = new Promise((resolve) => setTimeout(resolve, atLeast));
      await Promise.all([work(), least]);
      isOver = true;
      await Promise.all(asking);
      took.sort((a, b) => a - b);
      return took[Math.min(took.length - 1, Math.floor(took.length * 0.99))] as number;
    },
    close() {
      for (const { line } of lines) line.close();
    },
  };
}
