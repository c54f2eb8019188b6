import { ApiProblem } from './api/api-problem.ts';
import { isOfMissingPart, quietly } from './replaced.ts';

/**
 * Hands a fault that nobody on the page can mend to the browser's own reporting, where the server hears of it (told-faults.ts). What the server
 * refused, and that it or a part of the page could not be reached, is no fault of the page: whoever asked goes on without, or has said so.
 */
export function report(error: unknown): void {
  if (!(error instanceof ApiProblem) && !isOfMissingPart(error)) globalThis.reportError(error);
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
