import type { ScheduledMessage, UploadedFile } from '@parley/contract';
import { create } from 'zustand';
import { dayKey, time } from '../../../format.ts';
import { emailFieldsOf } from '../delivery/fill-field.ts';
import { type DraftFields, emailFields } from '../state/drafts.ts';

/** A message that waits, as its author is changing it in this window. */
export interface Edited {
  /** As it stood when the change began. */
  readonly from: ScheduledMessage;
  readonly text: string;
  readonly files: readonly UploadedFile[];
  /** Of an e-mail: what it has beside words and files. */
  readonly fields: DraftFields;
  /** As they stand in their fields: a day as 2026-11-03 or what was typed, and a time as it was typed. */
  readonly day: string;
  readonly time: string;
  readonly unless: boolean;
}

export type EditPart = Partial<Omit<Edited, 'from'>>;

interface Editing {
  /** Whose they are: another person at the same window has their own. */
  readonly of: string;
  /** By message. */
  readonly edits: ReadonlyMap<string, Edited>;
  /** The message whose field is to have the focus when it is there. */
  readonly takesFocus: string | null;
}

const nobody: Editing = { of: '', edits: new Map(), takesFocus: null };

export const useEditing = create<Editing>(() => nobody);

const keptAs = (me: string): string => `parley.scheduled-edits.${me}`;

/** Kept until it is saved or dropped, also over a reload. */
function put(me: string, edits: ReadonlyMap<string, Edited>, takesFocus: string | null = null): void {
  useEditing.setState({ of: me, edits, takesFocus });
  try {
    if (edits.size === 0) sessionStorage.removeItem(keptAs(me));
    else sessionStorage.setItem(keptAs(me), JSON.stringify([...edits.values()]));
  } catch {
    // A refused storage: they live as long as the page.
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** What this page has written itself, by a version of it that may be older; null for what is none. */
function editedOf(value: unknown): Edited | null {
  if (!isObject(value) || !isObject(value.from)) return null;
  const { from } = value;
  const isEdited =
    [value.text, value.day, value.time, from.id, from.roomId, from.text, from.sendAt, from.timezone].every(
      (one) => typeof one === 'string',
    ) &&
    [value.unless, from.unlessCustomerWrites].every((one) => typeof one === 'boolean') &&
    Number.isSafeInteger(from.version) &&
    [value.files, from.files].every(
      (list) => Array.isArray(list) && list.every((file) => isObject(file) && typeof file.fileId === 'string'),
    );
  if (!isEdited) return null;
  const edited = value as unknown as Edited;
  return isObject(value.fields) ? edited : { ...edited, fields: emailFieldsOf(edited.from.email ?? {}) };
}

/** After a reload: what was being changed before. */
export function restoreEdits(me: string): void {
  if (useEditing.getState().of === me) return;
  let kept: unknown = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(keptAs(me)) ?? 'null');
  } catch {
    // What cannot be read is not there.
  }
  const edits = (Array.isArray(kept) ? kept : []).map(editedOf).filter((one) => one !== null);
  useEditing.setState({ ...nobody, of: me, edits: new Map(edits.map((one) => [one.from.id, one])) });
}

/** A message as its fields show it while nothing is changed. */
export const standing = (from: ScheduledMessage): Edited => ({
  from,
  text: from.text,
  files: from.files,
  fields: emailFieldsOf(from.email ?? {}),
  day: dayKey(from.sendAt),
  time: time(from.sendAt),
  unless: from.unlessCustomerWrites,
});

/** In whatever order they were said; what is left out reads as what is undefined. */
const sameFields = (a: DraftFields, b: DraftFields): boolean =>
  emailFields.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));

const same = (a: Edited, b: Edited): boolean =>
  a.text === b.text &&
  a.day === b.day &&
  a.time === b.time &&
  a.unless === b.unless &&
  sameFields(a.fields, b.fields) &&
  a.files.map(({ fileId }) => fileId).join() === b.files.map(({ fileId }) => fileId).join();

/** Whether anything was changed. */
export const isTyped = (edited: Edited): boolean => !same(edited, standing(edited.from));

/** Begins to change a message, or goes on; one for which nothing was typed yet begins from what stands now. */
export function beginEdit(me: string, message: ScheduledMessage, takesFocus = true): void {
  const { edits } = useEditing.getState();
  const held = edits.get(message.id);
  const next = held !== undefined && isTyped(held) ? held : standing(message);
  put(me, new Map(edits).set(message.id, next), takesFocus ? message.id : null);
}

export function typeEdit(me: string, id: string, part: EditPart): void {
  const { edits } = useEditing.getState();
  const held = edits.get(id);
  if (held !== undefined) put(me, new Map(edits).set(id, { ...held, ...part }));
}

/** It was saved or dropped. */
export function endEdit(me: string, id: string): void {
  const edits = new Map(useEditing.getState().edits);
  if (edits.delete(id)) put(me, edits);
}
