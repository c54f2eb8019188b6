import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushedNotice, PushSubscription } from '@parley/contract';

/** A browser that subscribed at the service below, with its own half of the keys. */
export interface SubscribedBrowser {
  subscription: PushSubscription;
  /** What was pushed to it, decrypted, in the order in which it came. */
  got: PushedNotice[];
  /** Headers of each request for it, those that were refused too. */
  asked: IncomingHttpHeaders[];
  /** What the service answers for it; 201 when there is nothing left in it. */
  answers: number[];
}

export interface PushService {
  origin: string;
  browser(): SubscribedBrowser;
  close(): Promise<void>;
}

/** HKDF of one block (RFC 5869), by hand, so that nothing is shared with what encrypts. */
function derived(salt: Buffer, key: Buffer, info: Buffer, length: number): Buffer {
  const extracted = createHmac('sha256', salt).update(key).digest();
  return createHmac('sha256', extracted)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
    .subarray(0, length);
}

/** A message of one record as RFC 8291 and RFC 8188 have it: salt 16, record size 4, length of the key, key, cipher text. */
function decrypted(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const theirs = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]);
  const secret = derived(auth, keys.computeSecret(theirs), info, 32);
  const key = derived(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  // The last record ends with 2, and zeros behind it.
  const end = padded.lastIndexOf(2);
  return padded.subarray(0, end).toString('utf8');
}

/** A push service as browsers have theirs (RFC 8030), on this machine, that reads what nobody but the browser could. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { keys: ECDH; auth: Buffer; browser: SubscribedBrowser }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const found = browsers.get(request.url ?? '');
      if (found === undefined || request.method !== 'POST') return void response.writeHead(404).end();
      const { browser, keys, auth } = found;
      const status = browser.answers.shift() ?? 201;
      browser.asked.push(request.headers);
      if (status === 201) browser.got.push(JSON.parse(decrypted(Buffer.concat(chunks), keys, auth)) as PushedNotice);
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    browser() {
      const [keys, auth] = [createECDH('prime256v1'), randomBytes(16)];
      keys.generateKeys();
      const path = `/push/${randomBytes(16).toString('hex')}`;
      const encoded = { p256dh: keys.getPublicKey().toString('base64url'), auth: auth.toString('base64url') };
      const browser: SubscribedBrowser = { subscription: { endpoint: origin + path, keys: encoded }, got: [], asked: [], answers: [] };
      browsers.set(path, { keys, auth, browser });
      return browser;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
