import type { Chat } from './chat.ts';

/**
 * `inFlight` messages under way all the time: the next is said when one has reached everybody.
 *
 * @returns messages per second, from the first word to the last arrival
 */
export async function closedLoop(chat: Pick<Chat, 'say'>, { count, inFlight }: { count: number; inFlight: number }): Promise<number> {
  let left = count;
  const began = performance.now();
  const one = async () => {
    while (left > 0) {
      left--;
      await chat.say();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, one));
  return (count * 1000) / (performance.now() - began);
}

/**
 * Messages at a fixed pace, whatever becomes of those before.
 *
 * @returns how long each took to reach everybody, in ms, from the moment when it was due, so that a stall counts for all behind it
 */
export async function paced(chat: Pick<Chat, 'say'>, { count, perSecond }: { count: number; perSecond: number }): Promise<number[]> {
  const began = performance.now();
  const due = (index: number) => began + (index * 1000) / perSecond;
  const times: Array<Promise<number>> = [];
  await new Promise<void>((resolve) => {
    const sayDue = () => {
      while (times.length < count && due(times.length) <= performance.now()) {
        const at = due(times.length);
        const time = chat.say().then((arrived) => arrived - at);
        // Its failure is thrown below, when all are waited for.
        time.catch(() => {});
        times.push(time);
      }
      if (times.length === count) return resolve();
      setTimeout(sayDue, 1);
    };
    sayDue();
  });
  return Promise.all(times);
}
