import { report } from './report.ts';

/** Makes the application openable without a network, and with that installable. Only where it was built: while it is developed nothing is kept. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(report));
}
