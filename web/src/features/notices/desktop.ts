import { report } from '../../report.ts';
import type { NoticeWords } from './notice.ts';

/** What the browser says of notices on the desktop. */
export type Allowed = NotificationPermission | 'missing' | 'insecure';

export function allowedNow(): Allowed {
  if (!window.isSecureContext) return 'insecure';
  return 'Notification' in window ? Notification.permission : 'missing';
}

const ICON = '/icons/parley-192.png';

/**
 * Shows a notice on the desktop. By the service worker where there is one: phones allow it in no other way, and a click is heard
 * also when this window is gone.
 * @param path what a click opens in a window of ours
 */
export async function showOnDesktop(tag: string, { title, body }: NoticeWords, path: string, open: (path: string) => void): Promise<void> {
  const options = { body, tag, icon: ICON, data: { path } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, options);
  const shown = new Notification(title, options);
  shown.onclick = () => {
    window.focus();
    shown.close();
    open(path);
  };
}

/** Calls back with the path of a notice that was clicked, once the service worker has chosen this window for it. */
export function onNoticeClicked(open: (path: string) => void): () => void {
  const worker = navigator.serviceWorker;
  if (worker === undefined) return () => {};
  const heard = ({ data }: MessageEvent<unknown>) => {
    const path = data !== null && typeof data === 'object' && 'open' in data ? data.open : null;
    if (typeof path === 'string' && path.startsWith('/')) open(path);
    else report(new Error('The service worker said something that is not understood'));
  };
  worker.addEventListener('message', heard);
  return () => worker.removeEventListener('message', heard);
}
