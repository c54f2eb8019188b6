import type { Language } from './words.ts';

/** What the loader needs of the widget's appearance. */
export interface Look {
  language: Language | null;
  /** Empty where it is no greeting: nobody is bidden in while nobody is there. */
  welcomeMessage: string;
  primaryColor: string;
  secondaryColor: string;
}

/** How the bubble looks while the chat server is out of reach. */
export const plainLook: Look = { language: null, welcomeMessage: '', primaryColor: '#1d2422', secondaryColor: '#f2c14e' };

const PATIENCE = 5000;

/**
 * Asks the chat server how the widget looks. @param query what the site says of its visitor's language, or nothing
 * @returns 'absent' when there is no such widget (no bubble then), null when the server did not answer in time.
 */
export async function fetchLook(origin: string, widgetId: string, query: string): Promise<Look | 'absent' | null> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const answer = await fetch(`${origin}/api/visitor/widgets/${widgetId}${query}`, { credentials: 'omit', signal: patience.signal });
    const body: unknown = await answer.json();
    // A page that somebody on the way has put there is no answer of ours.
    if (answer.status === 404 && typeof (body as { message?: unknown } | null)?.message === 'string') return 'absent';
    return answer.ok ? readLook(body) : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Checked by hand: the schemas' library is larger than the whole loader may be. */
function readLook(value: unknown): Look | null {
  if (typeof value !== 'object' || value === null) return null;
  const { language, welcomeMessage, nobodyThere, primaryColor, secondaryColor } = value as Record<keyof Look | 'nobodyThere', unknown>;
  const colour = (any: unknown): any is string => typeof any === 'string' && /^#[0-9a-f]{6}$/i.test(any);
  if (typeof welcomeMessage !== 'string' || !colour(primaryColor) || !colour(secondaryColor)) return null;
  return { language: language === 'bg' ? 'bg' : 'en', welcomeMessage: nobodyThere ? '' : welcomeMessage, primaryColor, secondaryColor };
}
