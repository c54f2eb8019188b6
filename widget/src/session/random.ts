/** A fresh id of 32 hex digits. `crypto.randomUUID` does not exist on plain-http pages; `getRandomValues` does. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
