import { quietly } from './replaced.ts';

/** Hands a fault that nobody on the page can mend to the browser's own reporting, where the server hears of it (told-faults.ts). */
export function report(error: unknown): void {
  globalThis.reportError(error);
}

/** The server hears of the faults of this page from now on; what tells it comes after the first screen. @returns what stops it */
export function listenForFaults(): () => void {
  let stop = () => {};
  let isOver = false;
  void quietly(async () => {
    const { tellFaults } = await import('./told-faults.ts');
    if (!isOver) stop = tellFaults();
  });
  return () => {
    isOver = true;
    stop();
  };
}
