import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { visitorApi } from './api.ts';
import { visitorPerson } from './person.ts';

const ask = { name: 'REQUIRED', email: 'NO', phone: 'NO', consent: 'REQUIRED' } as const;
const unasked = { name: 'NO', email: 'NO', phone: 'NO', consent: 'NO' } as const;
const incomplete = { message: 'WIDGET_FORM_INCOMPLETE', errors: [{ message: 'WIDGET_FORM_INCOMPLETE', params: { field: 'body.email' } }] };

let told: unknown[];
let answer: { status: number; body: unknown };

beforeEach(() => {
  told = [];
  answer = { status: 200, body: { told: ['name', 'consent'] } };
  vi.stubGlobal('fetch', async (_address: string, request: RequestInit) => {
    told.push(JSON.parse(String(request.body)));
    return Response.json(answer.body, { status: answer.status });
  });
});
afterEach(() => vi.unstubAllGlobals());

function person(form: Parameters<typeof visitorPerson>[1], details = {}) {
  const api = visitorApi('https://chat.example', '');
  return visitorPerson(
    api,
    { ...form },
    { details, identity: null },
    () => {},
    () => {},
  );
}

describe('what a visitor tells of themselves', () => {
  it('is told once, and consent never from what was kept', async () => {
    const mira = person(ask);
    expect(mira.isReady()).toBe(false);
    mira.write('name', 'Mira');
    mira.write('consent', true);
    expect(mira.isReady()).toBe(true);
    await mira.tell('secret');
    await mira.tell('secret');
    expect(told).toEqual([{ name: 'Mira', consent: true, consentTo: '' }]);
    // What the page keeps from now on, and brings back after a reload.
    expect(mira.introduction().values).toEqual({ name: 'Mira' });
    expect(mira.asks()).toBe(false);
    mira.askAgain();
    expect([mira.asks(), mira.isReady()]).toEqual([true, false]);
    await mira.tell('another secret');
    expect(told.at(-1)).toEqual({ name: 'Mira' });
  });

  it('is whole before the form has come, where it was kept', () => {
    expect(person(ask, { name: 'Mira', consent: true }).isWhole()).toBe(true);
    expect(person(ask, { name: 'Mira' }).isWhole()).toBe(false);
  });

  it('is asked for where the server misses it, also when the widget did not ask', async () => {
    const mira = person(unasked);
    expect(mira.asks()).toBe(false);
    mira.moreAsked(incomplete);
    expect(mira.asks()).toBe(true);
    expect(mira.introduction().faults).toEqual(['email']);
    expect(mira.isReady()).toBe(false);
    mira.write('email', 'mira@home.example');
    expect([mira.introduction().faults, mira.isReady()]).toEqual([[], true]);
    await mira.tell('secret');
    expect(told).toEqual([{ email: 'mira@home.example' }]);
  });

  it('is marked where a refusal names it, and not by a refusal of something else', async () => {
    const mira = person(ask, { name: 'Mira', consent: true });
    answer = { status: 422, body: { message: 'ERROR_VALIDATION', errors: [{ message: 'INVALID', params: { field: 'body.name' } }] } };
    expect((await mira.tell('secret')).is).toBe('refused');
    expect(mira.introduction()).toEqual({ values: { name: 'Mira', consent: true }, faults: ['name'] });
    const other = person(unasked);
    for (const body of [null, undefined, 'down', { errors: [{ params: {} }] }, { message: 'VISITOR_BLOCKED', errors: [] }])
      other.moreAsked(body);
    expect([other.asks(), other.introduction().faults]).toEqual([false, []]);
  });
});
