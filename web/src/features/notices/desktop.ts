import { report } from '../../report.ts';
import type { NoticeWords } from './notice.ts';

/** What the browser says of notices on the desktop. */
export type Allowed = NotificationPermission | 'missing' | 'insecure';

export function allowedNow(): Allowed {
  if (!window.isSecureContext) return 'insecure';
  return 'Notification' in window ? Notification.permission : 'missing';
}

const watchers = new Set<() => void>();

/** To be called once this page has asked for the permission. */
export function allowedChanged(): void {
  for (const watcher of watchers) watcher();
}

/** Calls back when the permission may have changed: asked here, or set in the browser's own settings, in another window meanwhile. */
export function onAllowedChange(watcher: () => void): () => void {
  watchers.add(watcher);
  window.addEventListener('focus', watcher);
  let status: PermissionStatus | null = null;
  // A browser that does not tell is looked at again when its window is.
  navigator.permissions?.query({ name: 'notifications' }).then((found) => {
    if (!watchers.has(watcher)) return;
    status = found;
    status.addEventListener('change', watcher);
  }, report);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener('focus', watcher);
    status?.removeEventListener('change', watcher);
  };
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
