/** A message as either interface brings it. */
export interface Sent {
  id: string;
  sender: string;
  /** Digits alone. */
  to: string;
  ttlSeconds: number;
  text: string;
  imageUrl: string;
  button: { text: string; url: string } | null;
  file: { url: string; name: string } | null;
  tracking: string;
  /** Where its receipts go. */
  callbackUrl: string;
  fallback: { sender: string; text: string } | null;
}

const LONGEST = { text: 1000, button: 30, fileName: 25 };
const TTL = { least: 30, most: 1_209_600 };
const isLink = (address: string) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** What Viber refuses of a layout (words; picture; words and button; words, picture and button; file), by its own number; null where it is well. */
export function faultOf({ to, ttlSeconds, text, imageUrl, button, file }: Sent): { code: number; what: string } | null {
  if (!/^[1-9]\d{6,14}$/.test(to)) return { code: 27, what: 'to is no telephone number' };
  if (!Number.isInteger(ttlSeconds) || ttlSeconds < TTL.least || ttlSeconds > TTL.most) return { code: 6, what: 'ttl' };
  if (text.length > LONGEST.text) return { code: 3, what: 'text is longer than 1000' };
  if (file !== null) {
    if (text || imageUrl || button) return { code: 5, what: 'a file goes alone' };
    if (!isLink(file.url)) return { code: 3, what: 'file address' };
    return file.name === '' || file.name.length > LONGEST.fileName ? { code: 29, what: 'file name is longer than 25' } : null;
  }
  if (imageUrl && !(isLink(imageUrl) && /\.(jpe?g|png)$/i.test(new URL(imageUrl).pathname)))
    return { code: 3, what: 'picture is no jpg or png' };
  if (button !== null) {
    if (!text) return { code: 6, what: 'a button needs words' };
    if (!button.text || button.text.length > LONGEST.button || !isLink(button.url)) return { code: 6, what: 'button' };
    return null;
  }
  if (imageUrl && text) return { code: 5, what: 'words beside a picture need a button' };
  return imageUrl || text ? null : { code: 3, what: 'nothing is said' };
}
