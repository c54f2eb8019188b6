import { EMAIL_ATTACHMENTS_LIMIT, type Quote, type UploadedFile } from '@parley/contract';
import { isUploadedFile } from '../../../api/incoming.ts';
import { copiesOf, type DraftStorage, keepCopy } from './draft-changes.ts';
import { type Draft, type DraftContent, type DraftFields, type Drafts, draftKey, emptyDraft, isEmpty } from './drafts.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNone = (value: unknown) => value === undefined || isText(value);
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isQuote = (value: unknown): value is Quote =>
  isObject(value) &&
  [value.eventId, value.type, value.originType].every(isText) &&
  [value.originId, value.originName, value.text].every((one) => one === null || isText(one)) &&
  typeof value.privateMessage === 'boolean';
const areFields = (value: unknown): value is DraftFields =>
  isObject(value) &&
  [value.subject, value.from, value.phoneNumber, value.html, value.inReplyTo, value.forwards].every(isTextOrNone) &&
  [value.signatureId, value.quotes].every((one) => one === null || isTextOrNone(one)) &&
  [value.to, value.cc, value.bcc].every((list) => list === undefined || areTexts(list)) &&
  (value.quote === undefined || isQuote(value.quote));
const areFiles = (value: unknown): value is UploadedFile[] =>
  Array.isArray(value) && value.length <= EMAIL_ATTACHMENTS_LIMIT && value.every(isUploadedFile);

/** As older versions of the page kept it, too; null for what is none. */
function contentOf(value: unknown): DraftContent | null {
  if (!isObject(value) || !isText(value.text)) return null;
  return {
    text: value.text,
    files: areFiles(value.files) ? value.files : [],
    fields: areFields(value.fields) ? value.fields : {},
    ...(isText(value.clientMessageId) ? { clientMessageId: value.clientMessageId } : {}),
  };
}

/** A copy as the draft that it was; null for what is none. */
function parseCopy(key: string, stored: string | null): Draft | null {
  let copy: unknown;
  try {
    copy = JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
  const content = contentOf(copy);
  if (content === null || !isObject(copy)) return null;
  const typedAt = Number.isFinite(copy.typedAt) ? Number(copy.typedAt) : 0;
  const aside = Array.isArray(copy.aside) ? copy.aside.map(contentOf).filter((one) => one !== null) : [];
  return {
    ...emptyDraft(key),
    ...content,
    clientMessageId: isText(copy.clientMessageId) ? copy.clientMessageId : crypto.randomUUID(),
    isOwn: true,
    version: Number.isSafeInteger(copy.version) ? Number(copy.version) : 0,
    typedAt,
    unsaved: { typedAt, isTypedHere: false, settled: areTexts(copy.settled) ? copy.settled : [], aside },
  };
}

/** Of two of one draft the later stands in the field and the other is offered. */
function together(one: Draft, other: Draft): Draft {
  const [last, first] = one.typedAt >= other.typedAt ? [one, other] : [other, one];
  if (last.unsaved === null) return first;
  const aside = [...(first.unsaved?.aside ?? []), ...(isEmpty(first) ? [] : [first])];
  const unsaved = { ...last.unsaved, settled: [...last.unsaved.settled, ...(first.unsaved?.settled ?? [])] };
  return { ...last, unsaved: { ...unsaved, aside: [...unsaved.aside, ...aside] } };
}

/**
 * Takes over what this person's other windows in this browser have left behind unsaved, beside what has been typed in this one: each
 * copy becomes this window's. Entries that cannot be read are left alone and not shown.
 *
 * @param open other windows that save what they have themselves
 */
export function takeCopies(
  held: Drafts,
  storage: DraftStorage,
  userId: string,
  windowId: string,
  open: ReadonlySet<string> = new Set(),
): Drafts {
  const drafts = new Map(held);
  const prefix = copiesOf(userId);
  const found = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '').filter((name) => name.startsWith(prefix));
  for (const name of found) {
    const [roomId = '', channelId = '', owner = ''] = name.slice(prefix.length).split('.');
    const key = draftKey(roomId, channelId);
    const copy = owner === '' || owner === windowId || open.has(owner) ? null : parseCopy(key, storage.getItem(name));
    if (copy === null) continue;
    const other = drafts.get(key);
    const taken = other?.unsaved == null ? copy : together(copy, other);
    drafts.set(key, taken);
    keepCopy(storage, userId, windowId, key, taken);
    storage.removeItem(name);
  }
  return drafts.size === 0 || found.length === 0 ? held : drafts;
}
