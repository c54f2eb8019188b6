/** What a site can be told of its visitor's chat. */
export type ChatEvent = 'ready' | 'opened' | 'closed' | 'message' | 'unread';
type Handler = (told: Readonly<Record<string, unknown>>) => void;

/** What the page asks of its widgets. */
export interface Controls {
  open(): void;
  close(): void;
  /** @param given anything: the page's word is checked there */
  identify(given: unknown): void;
  signOut(): void;
  page(given: unknown): void;
  /** @param given anything, as for `identify` */
  language(given: unknown): void;
}
const VERBS: ReadonlyArray<keyof Controls> = ['open', 'close', 'identify', 'signOut', 'page', 'language'];

/** `Parley('open')` and its kind. Before the script has come it is the stub of docs/widget.md, which keeps calls in `q`. */
export interface Calls {
  (verb: unknown, ...given: unknown[]): void;
  q?: ArrayLike<unknown>[];
  /** Only ours has it: a widget that stands in the page now. @returns how to tell the page of what happens in it */
  join?(widgetId: string, controls: Controls): (event: ChatEvent, told?: Readonly<Record<string, unknown>>) => void;
}

/** Says one sentence to the site's developers. */
export function complain(sentence: string): void {
  // biome-ignore lint/suspicious/noConsole: the console is where a site's developers look for what their calls did wrong
  console.warn(`Parley: ${sentence}`);
}

/** A handler of the site's that fails is reported as the site's own fault is, and stops nothing of ours. */
function tell(handler: Handler, told: Readonly<Record<string, unknown>>): void {
  setTimeout(() => handler(told));
}

/**
 * Puts `Parley` into the page, or takes the one of an earlier copy of this script. What was called before is done by each widget
 * as it comes: of what can be said again the last, so that a page that says much keeps little.
 */
export function pageCalls(page: { Parley?: Calls }): Calls {
  const there = page.Parley;
  if (there?.join) return there;
  const widgets = new Map<string, Controls>();
  const handlers = new Map<string, Set<Handler>>();
  const said = new Map<keyof Controls, unknown>();

  function listen(verb: 'on' | 'off', event: unknown, handler: unknown): void {
    if (typeof event !== 'string' || typeof handler !== 'function') {
      complain(`"${verb}" takes an event and a function.`);
      return;
    }
    const all = handlers.get(event) ?? new Set();
    handlers.set(event, all);
    if (verb === 'off') all.delete(handler as Handler);
    else {
      all.add(handler as Handler);
      if (event === 'ready') for (const widgetId of widgets.keys()) tell(handler as Handler, { widgetId });
    }
  }

  const calls: Calls = (verb, ...given) => {
    if (verb === 'on' || verb === 'off') {
      listen(verb, given[0], given[1]);
      return;
    }
    const known = VERBS.find((one) => one === verb);
    if (!known) {
      complain(`there is no "${String(verb)}".`);
      return;
    }
    said.delete(known);
    said.set(known, given[0]);
    for (const controls of widgets.values()) controls[known](given[0]);
  };
  calls.join = (widgetId, controls) => {
    widgets.set(widgetId, controls);
    for (const [verb, given] of said) controls[verb](given);
    return (event, told = {}) => {
      for (const handler of handlers.get(event) ?? []) tell(handler, { widgetId, ...told });
    };
  };
  page.Parley = calls;
  for (const call of there?.q ?? []) calls(...(Array.from(call) as [unknown, ...unknown[]]));
  return calls;
}
