import type { BrowserFault } from '@parley/contract';
import { ApiProblem } from './api/api-problem.ts';
import { api } from './api/client.ts';

/** A page that breaks over and over says so this often; whatever else there is, the first ones tell. */
const AT_MOST = 10;
const MOST_FRAMES = 20;
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** `at name (https://host/assets/x.js:1:2)` of Chromium, `name@https://host/assets/x.js:1:2` of the others. */
const FRAME = /^(?:at )?(?:(.*?)[ @]\(?)?(https?:\/\/[^\s()]+?):(\d+):(\d+)\)?$/;

function framesOf(stack: string, origin: string): BrowserFault['frames'] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, name = '', address = '', at = '0', column = '0'] = FRAME.exec(line.trim()) ?? [];
      const file = URL.canParse(address) ? new URL(address) : null;
      // What extensions of the browser do is not ours to know.
      if (file?.origin !== origin || !/^\/[\w./@~-]{1,199}$/.test(file.pathname)) return [];
      return [
        { function: name.replace(/[^\w$.<>[\] ]/g, '').slice(0, 120), file: file.pathname, line: Number(at), column: Number(column) },
      ];
    })
    .slice(0, MOST_FRAMES);
}

/**
 * What is told of a fault: kind, place and page, without its words, which may quote what people write.
 *
 * @returns null for what is no fault of the page: a refusal, which the server has in its own log, and what somebody cancelled
 */
export function faultOf(thrown: unknown, { origin, pathname }: { origin: string; pathname: string }): BrowserFault | null {
  if (thrown instanceof ApiProblem || (thrown instanceof DOMException && thrown.name === 'AbortError')) return null;
  const isError = thrown instanceof Error;
  const frames = isError ? framesOf(thrown.stack ?? '', origin) : [];
  // Without a place of ours nobody could look for it.
  if (frames.length === 0) return null;
  const type = isError && /^[A-Za-z_$][\w$]{0,79}$/.test(thrown.name) ? thrown.name : 'Error';
  const page = pathname.replace(ID, '$id');
  return { type, frames, page: /^\/[\w$/.-]{0,199}$/.test(page) ? page : '/' };
}

/** Tells the server of every fault that nobody caught, each place once, and a handful at most. @param early those that were before @returns what stops it */
export function tellFaults(early: readonly unknown[]): () => void {
  const told = new Set<string>();
  const tell = (thrown: unknown) => {
    const fault = faultOf(thrown, location);
    const place = JSON.stringify([fault?.type, fault?.frames[0]]);
    if (fault === null || told.has(place) || told.size >= AT_MOST) return;
    told.add(place);
    // It is told once or not at all: a fault of the telling would be told without end.
    api.faults.report({ body: fault }).catch(() => {});
  };
  for (const thrown of early) tell(thrown);
  const onError = ({ error }: ErrorEvent) => tell(error);
  const onRejection = ({ reason }: PromiseRejectionEvent) => tell(reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
