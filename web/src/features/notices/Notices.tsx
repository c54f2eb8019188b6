import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api } from '../../api/client.ts';
import { kept } from '../../kept.ts';
import { useConnectionIfAny } from '../../realtime/connection.tsx';
import { quietly } from '../../replaced.ts';
import { report } from '../../report.ts';
import { useCurrentUser, useUserChanged } from '../../session/current-user.ts';
import { useText } from '../../text.ts';
import { goTo } from '../communications/public.ts';
import { onNoticeClicked } from './desktop.ts';
import { listenForFirstTouch } from './sounds.ts';
import { tellLooking } from './windows.ts';

listenForFirstTouch();

/** Rings for what happens while the person looks elsewhere. Shows nothing itself. */
export function Notices() {
  const connection = useConnectionIfAny();
  const router = useRouter();
  const text = useText();
  const { id: me, settings } = useCurrentUser();
  const notices = useRef(settings.notices);
  notices.current = settings.notices;
  const userChanged = useUserChanged();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const subscribe = connection?.subscribe;
  const onOpen = connection?.onOpen;
  useEffect(() => tellLooking(me, path), [me, path]);
  useEffect(() => {
    // Hardly anybody's first screen needs it; and nothing waits for it.
    if ((kept('push') ?? '') !== '') void quietly(async () => (await import('../../realtime/browser-push.ts')).renewPush(me));
  }, [me]);
  useEffect(() => {
    if (subscribe === undefined || onOpen === undefined) return;
    const open = (href: string) => void goTo(router, me, href);
    let stop: (() => void) | undefined;
    let isOver = false;
    const begin = () =>
      Promise.all([import('./ringing.ts'), import('./own-settings.ts')]).then(([{ startRinging }, { followSettings }]) => {
        if (isOver || stop !== undefined) return;
        const stops = [
          startRinging({ me, line: { subscribe, onOpen }, chosen: () => notices.current, say: text, open, router }),
          followSettings({ subscribe, onOpen }, () => api.users.me(undefined, { context: { outlivesNavigation: true } }), userChanged),
        ];
        stop = () => {
          for (const one of stops) one();
        };
      });
    // Nothing rings before the connection stands, and what did not come is asked for again with the next one.
    const stopWaiting = onOpen(() => {
      if (stop === undefined) begin().catch(report);
    });
    const stopClicks = onNoticeClicked(open);
    return () => {
      isOver = true;
      stopWaiting();
      stop?.();
      stopClicks();
    };
  }, [me, router, text, userChanged, subscribe, onOpen]);
  return null;
}
