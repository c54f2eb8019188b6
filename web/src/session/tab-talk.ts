/** What the tabs of one browser say to each other about the sign-in. */
export type TabMessage = { kind: 'tokens'; user: string } | { kind: 'ask' } | { kind: 'signed-out' };

export interface TabTalk {
  say: (message: TabMessage) => void;
  listen: (listener: (message: TabMessage) => void) => () => void;
}

/** The message in what came over the line; null for what no tab of this version says. */
function messageOf(data: unknown): TabMessage | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null;
  if (data.kind === 'ask' || data.kind === 'signed-out') return { kind: data.kind };
  if (data.kind === 'tokens' && 'user' in data && typeof data.user === 'string') return { kind: 'tokens', user: data.user };
  return null;
}

/** A line to the other tabs of this origin; nothing of it leaves the browser. */
export function openTabTalk(channel: BroadcastChannel): TabTalk {
  return {
    say: (message) => channel.postMessage(message),
    listen: (listener) => {
      const heard = (event: MessageEvent<unknown>) => {
        const message = messageOf(event.data);
        if (message !== null) listener(message);
      };
      channel.addEventListener('message', heard);
      return () => channel.removeEventListener('message', heard);
    },
  };
}
