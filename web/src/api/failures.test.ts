import { api as contract } from '@parley/contract';
import { failures as bgLater } from '@parley/contract/text/bg/failures';
import { roomsFailures as bgFirst } from '@parley/contract/text/bg/rooms-failures';
import { failures as enLater } from '@parley/contract/text/en/failures';
import { roomsFailures as enFirst } from '@parley/contract/text/en/rooms-failures';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nothingShown } from '../nothing-shown.testing.ts';
import { withEveryText } from '../shown-words.testing.ts';
import { showLanguage, text } from '../text.ts';
import { Refusal } from '../ui/Refusal.tsx';
import { ToastView } from '../ui/Toasts.tsx';
import { shownToasts, toastProblem } from '../ui/toast.ts';
import { ApiProblem, failedText, operationOf, problemText } from './api-problem.ts';
import { api } from './client.ts';

const catalogues: Readonly<Record<'en' | 'bg', Readonly<Record<string, string>>>> = {
  en: { ...enFirst, ...enLater },
  bg: { ...bgFirst, ...bgLater },
};

/** Those of which nobody is told at the bottom or in a dialog, with the reason. */
const unsaid: Readonly<Record<string, string>> = {
  'rooms.send': 'the message itself says it',
  'drafts.save': 'the composer says where the draft is kept',
  'rooms.retry': 'asked for by the frame Pending',
  'emails.page': 'the e-mail says it, and shows its text instead',
  'files.remove': 'what is left over is thrown away by the server',
  'faults.report': 'told once or not at all',
  'realtime.ticket': 'the thin line of the connection says it',
};

interface Operation {
  names: readonly [string, string];
  id: string;
}

/** Everything that changes something and that somebody signed in asks for. */
const operations: Operation[] = Object.entries(contract).flatMap(([group, routes]) =>
  Object.entries(routes)
    .filter(([, route]) => route['~orpc'].route.method !== 'GET' && group !== 'visitor')
    .map(([name]): Operation => ({ names: [group, name], id: `${group}.${name}` })),
);
const said = operations.filter(({ id }) => !(id in unsaid));
const keyOf = ({ names }: Operation) => `FAILED_${operationOf(...names)}`;

/** What the server may answer to anything: refusals by key, and what is no answer of ours. */
const refusing = (message: string) => () =>
  new Response(JSON.stringify({ message, errors: [{ message, params: {} }] }), {
    status: 409,
    headers: { 'content-type': 'application/json', 'x-request-id': 'r1' },
  });

/** Asks for it by its names, with whatever its address needs, and gives back what was thrown. */
async function refused({ names: [group, name] }: Operation, answer: () => Response): Promise<unknown> {
  vi.stubGlobal('fetch', async () => answer());
  const call = Reflect.get(Reflect.get(api, group), name) as (input: object) => Promise<unknown>;
  return call({ params: {}, body: {} }).then(
    () => 'answered',
    (problem: unknown) => problem,
  );
}

withEveryText();
beforeEach(async () => {
  await nothingShown();
  vi.useFakeTimers();
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a failed operation', () => {
  it.each(said)('$id says in both languages what could not be done, and why', async (operation) => {
    const problem = await refused(operation, refusing('ERROR_FORBIDDEN'));
    for (const language of ['en', 'bg'] as const) {
      await showLanguage(language);
      const failed = catalogues[language][keyOf(operation)];
      expect(failed).toMatch(language === 'en' ? /could not be .*\.$/ : /не можа.*\.$/);
      expect([failedText(problem), problemText(problem)]).toEqual([failed, text('ERROR_FORBIDDEN')]);
      toastProblem(problem);
      expect(shownToasts().at(-1)).toMatchObject({ kind: 'error', failed, message: text('ERROR_FORBIDDEN') });
      vi.runAllTimers();
    }
    await showLanguage('en');
  });

  it('leaves none out, and has no words for what is not there', () => {
    const frames = ['ASSIGN', 'RESOLVE', 'PENDING', 'CONVERSATION_STATE', 'ADD_CHANNEL'].map((name) => `FAILED_FRAME_${name}`);
    // One operation of which each change has words of its own.
    const changes = ['SENT', 'CANCELLED', 'TAKEN_BACK', 'WAITING', 'DISMISSED'].map((name) => `FAILED_SCHEDULED_${name}`);
    expect(operations.length).toBeGreaterThan(40);
    expect(Object.keys(unsaid).filter((id) => !operations.some((one) => one.id === id))).toEqual([]);
    expect(Object.keys(catalogues.en).toSorted()).toEqual([...frames, ...changes, ...said.map(keyOf)].toSorted());
  });

  it('says each once: what failed in a line of its own, in a toast and in a dialog', async () => {
    const [operation] = said.filter(({ id }) => id === 'people.change');
    if (operation === undefined) throw new Error('There is no people.change');
    const problem = await refused(operation, refusing('USER_LAST_ADMIN'));
    toastProblem(problem);
    const [toast] = shownToasts();
    if (toast === undefined) throw new Error('Nothing was said');
    for (const markup of [
      renderToStaticMarkup(createElement(ToastView, toast)),
      renderToStaticMarkup(createElement(Refusal, { problem })),
    ]) {
      expect(markup.split('The user could not be saved.')).toHaveLength(2);
      expect(markup.split(text('USER_LAST_ADMIN'))).toHaveLength(2);
      expect(markup).toContain('role="alert"');
    }
  });

  it('says why as well as can be told when the answer is not ours, or none comes', async () => {
    const [operation] = said;
    if (operation === undefined) throw new Error('There is no operation');
    const foreign = await refused(operation, () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect([failedText(foreign), problemText(foreign)]).toEqual([catalogues.en[keyOf(operation)], text('ERROR_DEFAULT_MESSAGE')]);
    const silent = await refused(operation, () => {
      throw new TypeError('Failed to fetch');
    });
    expect([failedText(silent), problemText(silent)]).toEqual([catalogues.en[keyOf(operation)], text('FRAME_UNREACHABLE')]);
  });

  it('is no failure where a colleague was faster', () => {
    const origin = { operation: operationOf('frame', 'Assign') };
    const taken = { message: 'CONVERSATION_TAKEN', errors: [{ message: 'CONVERSATION_TAKEN', params: { name: 'Elena' } }] };
    toastProblem(new ApiProblem(409, taken, null, origin));
    expect(shownToasts().at(-1)).toMatchObject({ kind: 'info', failed: null, message: 'Elena has just taken this conversation.' });
  });
});
