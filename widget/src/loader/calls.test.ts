import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Calls, type Controls, pageCalls } from './calls.ts';

const ID = '0192b7a0-0000-7000-8000-00000000000a';

/** A widget that writes down what it is asked. */
function recorder(): { controls: Controls; asked: unknown[][] } {
  const asked: unknown[][] = [];
  const note =
    (verb: string) =>
    (...given: unknown[]) =>
      void asked.push([verb, ...given].filter((one) => one !== undefined));
  return {
    asked,
    controls: {
      open: note('open'),
      close: note('close'),
      identify: note('identify'),
      signOut: note('signOut'),
      page: note('page'),
      language: note('language'),
    },
  };
}

/** The stub that a site puts before the script. */
function stubbed(...calls: unknown[][]): { Parley?: Calls } {
  const stub: Calls = () => {};
  stub.q = calls;
  return { Parley: stub };
}

describe('Parley in the page', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it('does what was called before the script came, in order, and of repeated calls the last', () => {
    const page = stubbed(['open'], ['page', { title: 'A' }], ['identify', { userId: '7' }], ['page', { title: 'B' }]);
    const { controls, asked } = recorder();
    pageCalls(page).join?.(ID, controls);
    expect(asked).toEqual([['open'], ['identify', { userId: '7' }], ['page', { title: 'B' }]]);
    page.Parley?.('close');
    expect(asked.at(-1)).toEqual(['close']);
  });

  it('asks every widget of the page, also one that comes later, through one copy of the script or several', () => {
    const page: { Parley?: Calls } = {};
    const [first, second] = [recorder(), recorder()];
    pageCalls(page).join?.('first', first.controls);
    page.Parley?.('open');
    pageCalls(page).join?.('second', second.controls);
    expect([first.asked, second.asked]).toEqual([[['open']], [['open']]]);
  });

  it('tells handlers what happens, with the widget; ready also to who asks late; nobody after off', () => {
    const calls = pageCalls({});
    const told = vi.fn();
    calls('on', 'unread', told);
    const say = calls.join?.(ID, recorder().controls);
    say?.('unread', { count: 2 });
    calls('on', 'ready', told);
    vi.runAllTimers();
    expect(told.mock.calls).toEqual([[{ widgetId: ID, count: 2 }], [{ widgetId: ID }]]);
    calls('off', 'unread', told);
    say?.('unread', { count: 3 });
    vi.runAllTimers();
    expect(told).toHaveBeenCalledTimes(2);
  });

  it('lets no fault of the site’s handler stop the others', () => {
    const calls = pageCalls({});
    const told = vi.fn();
    calls('on', 'opened', () => {
      throw new Error('the site’s own');
    });
    calls('on', 'opened', told);
    calls.join?.(ID, recorder().controls)('opened');
    expect(() => vi.runAllTimers()).toThrow('the site’s own');
    vi.runAllTimers();
    expect(told).toHaveBeenCalledOnce();
  });

  it('says in one sentence what it does not know', () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const calls = pageCalls({});
    calls('dance');
    calls('off', undefined, () => {});
    calls('on', 'opened', 'soon');
    expect(warned.mock.calls.map(([sentence]) => sentence)).toEqual([
      'Parley: there is no "dance".',
      'Parley: "off" takes an event and a function.',
      'Parley: "on" takes an event and a function.',
    ]);
    warned.mockRestore();
  });
});
