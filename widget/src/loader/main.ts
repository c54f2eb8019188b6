import { type Calls, pageCalls } from './calls.ts';
import { startWidget } from './widget.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Widgets that this page has, also across copies of this script (a tag pasted twice, a re-run by navigation). */
const REGISTRY = Symbol.for('parley.widgets');

/** Every fault stays in here: the page goes on as if there were no chat. */
function start(script: HTMLScriptElement): void {
  const widgetId = script.dataset.widget?.toLowerCase();
  if (!widgetId || !UUID.test(widgetId)) return;
  const { origin } = new URL(script.src);
  const page = window as unknown as { [REGISTRY]?: Set<string>; Parley?: Calls };
  page[REGISTRY] ??= new Set();
  const started = page[REGISTRY];
  if (started.has(widgetId)) return;
  started.add(widgetId);
  const begin = () => {
    startWidget(origin, widgetId, started.size - 1, pageCalls(page), script.dataset.language).catch(() => started.delete(widgetId));
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}

try {
  const own = document.currentScript;
  // As a module, or inserted by a bundler, the script does not know itself: then every tag of the page is taken.
  const scripts =
    own instanceof HTMLScriptElement && own.dataset.widget
      ? [own]
      : document.querySelectorAll<HTMLScriptElement>('script[data-widget][src*="/widget.js"]');
  for (const script of scripts) start(script);
} catch {
  // A page without these means of the browser has no chat, and is otherwise unharmed.
}
