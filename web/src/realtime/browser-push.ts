import { api } from '../api/client.ts';
import { keep, kept } from '../kept.ts';

/** Whose notices this browser is to show while no page is open: an id; empty for nobody's. */
const WHOSE = 'push';

/** What the browser says of it. */
export type PushState = 'on' | 'off' | 'denied' | 'missing';

const outlives = { context: { outlivesNavigation: true } };

/** The service worker that would show them; null where there is none, or this browser takes no push. */
async function registrationHere(): Promise<ServiceWorkerRegistration | null> {
  if (!window.isSecureContext || !('Notification' in window) || !('PushManager' in window)) return null;
  return (await navigator.serviceWorker?.getRegistration()) ?? null;
}

/** Whether this browser shows notices of this person while no page is open, and what stands against it. */
export async function pushState(userId: string): Promise<PushState> {
  const registration = await registrationHere();
  if (registration === null) return 'missing';
  if (Notification.permission === 'denied') return 'denied';
  const isOn =
    kept(WHOSE) === userId && Notification.permission === 'granted' && (await registration.pushManager.getSubscription()) !== null;
  return isOn ? 'on' : 'off';
}

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

const isSame = (ours: Uint8Array, theirs: ArrayBuffer | null | undefined): boolean =>
  theirs != null && String(ours) === String(new Uint8Array(theirs));

/** The subscription of this browser with the key of this installation: one with another key's is void, and made anew. */
async function subscriptionWith({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const key = bytesOf(publicKey);
  const there = await pushManager.getSubscription();
  if (there !== null && !isSame(key, there.options.applicationServerKey)) await there.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await api.push.subscribe({ body: { endpoint, keys: { p256dh, auth } } }, outlives);
}

/**
 * Switches it on, asking the person where the browser wants that. To be called on a click. @returns how it stands then
 * Rejects with ApiProblem when the server refuses, with what the browser says when its push service cannot be had.
 */
export async function switchPushOn(userId: string, publicKey: string): Promise<PushState> {
  const registration = await registrationHere();
  if (registration === null) return 'missing';
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  await tell(await subscriptionWith(registration, publicKey));
  keep(WHOSE, userId);
  return 'on';
}

/** Switches it off, here first: what is told to nobody is shown by nobody. */
export async function switchPushOff(): Promise<void> {
  keep(WHOSE, '');
  const subscription = await (await registrationHere())?.pushManager.getSubscription();
  if (subscription == null) return;
  await subscription.unsubscribe();
  await api.push.unsubscribe({ body: { endpoint: subscription.endpoint } }, outlives);
}

/**
 * After a start of the application: this sign-in is a new one, and the browser may have changed its subscription. Of somebody else's
 * than whoever sits here now nothing is left.
 */
export async function renewPush(userId: string): Promise<void> {
  const registration = await registrationHere();
  if (registration === null) return;
  if (kept(WHOSE) !== userId) {
    keep(WHOSE, '');
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    return;
  }
  if (Notification.permission !== 'granted') return;
  const { publicKey } = await api.push.settings(undefined, outlives);
  if (publicKey !== null) await tell(await subscriptionWith(registration, publicKey));
}
