import { ApiProblem } from './api/api-problem.ts';
import { isOfMissingPart, quietly } from './replaced.ts';

/**
 * Hands a fault that nobody on the page can mend to the browser's own reporting, where the server hears of it (told-faults.ts). What the server
 * refused, and that it or a part of the page could not be reached, is no fault of the page: whoever asked goes on without, or has said so.
 */
export function report(error: unknown): void {
  if (!(error instanceof ApiProblem) && !isOfMissingPart(error)) globalThis.reportError(error);
}

/** What the first screen fetches comes before what tells of its faults. */
const TOLD_AFTER_MS = 2500;

/**
 * The server hears of the faults of this page from now on, and once what tells it has come, after the first screen, of those that were meanwhile.
 * @returns what stops it
 */
export function listenForFaults(): () => void {
  const early: unknown[] = [];
  const note = (event: ErrorEvent | PromiseRejectionEvent) => void early.push('reason' in event ? event.reason : event.error);
  const ignore = () => {
    removeEventListener('error', note);
    removeEventListener('unhandledrejection', note);
  };
  let stop = ignore;
  let isOver = false;
  addEventListener('error', note);
  addEventListener('unhandledrejection', note);
  const timer = setTimeout(() => {
    void quietly(async () => {
      const { tellFaults } = await import('./told-faults.ts');
      ignore();
      if (!isOver) stop = tellFaults(early);
    });
  }, TOLD_AFTER_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop();
  };
}
