import * as z from 'zod/mini';

/** What the tabs of one browser say to each other about the sign-in. */
const TabMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tokens'), user: z.string() }),
  z.object({ kind: z.literal('ask') }),
  z.object({ kind: z.literal('signed-out') }),
]);
export type TabMessage = z.infer<typeof TabMessage>;

export interface TabTalk {
  say: (message: TabMessage) => void;
  listen: (listener: (message: TabMessage) => void) => () => void;
}

/** A line to the other tabs of this origin; nothing of it leaves the browser. */
export function openTabTalk(channel: BroadcastChannel): TabTalk {
  return {
    say: (message) => channel.postMessage(message),
    listen: (listener) => {
      const heard = (event: MessageEvent<unknown>) => {
        const parsed = TabMessage.safeParse(event.data);
        if (parsed.success) listener(parsed.data);
      };
      channel.addEventListener('message', heard);
      return () => channel.removeEventListener('message', heard);
    },
  };
}
