import type { ScheduledMessage } from '@parley/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setTimeZone } from '../../../format.ts';
import { editOf } from './edit-of.ts';
import { beginEdit, endEdit, isTyped, restoreEdits, standing, typeEdit, useEditing } from './scheduled-edits.ts';

const message: ScheduledMessage = {
  id: 'row',
  roomId: 'room',
  channelId: 'channel',
  author: { id: 'me', name: 'Dora' },
  isAuthorGone: false,
  clientMessageId: 'key',
  text: 'Any news?',
  files: [],
  sendAt: '2026-11-02T07:00:30.500Z',
  timezone: 'Europe/London',
  isUndo: false,
  unlessCustomerWrites: true,
  startsConversation: false,
  state: 'WAITING',
  reason: null,
  version: 3,
};
const held = () => useEditing.getState().edits.get(message.id);
/** The page is loaded anew: what lies in the browser is all that is left. */
const reload = () => useEditing.setState({ of: '', edits: new Map(), takesFocus: null });

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  setTimeZone('Europe/Sofia');
  reload();
});
afterEach(() => {
  vi.unstubAllGlobals();
  setTimeZone(null);
});

test('begins with what stands there, and a time that nobody touches stays as it was, to the second', () => {
  beginEdit('me', message);
  expect(held()).toMatchObject({ text: 'Any news?', day: '2026-11-02', time: '09:00', unless: true });
  typeEdit('me', message.id, { text: 'Good news!', unless: false });
  const edited = held();
  if (edited === undefined) throw new Error('it is being edited');
  const content = { text: 'Good news!', fileIds: [], unlessCustomerWrites: false, version: 4 };
  expect(editOf(edited, standing(message), 4, 'Europe/Sofia')).toEqual({ ...content, sendAt: message.sendAt, timezone: 'Europe/London' });
  const moved = { ...edited, time: '10:30' };
  expect(editOf(moved, standing(message), 4, 'Europe/Sofia')).toEqual({
    ...content,
    sendAt: '2026-11-02T08:30:00.000Z',
    timezone: 'Europe/Sofia',
  });
  for (const wrong of [{ day: 'soon' }, { day: '' }, { time: '25:00' }])
    expect(editOf({ ...edited, ...wrong }, standing(message), 4, 'UTC')).toBeNull();
  expect(editOf({ ...edited, text: ' \n' }, standing(message), 4, 'UTC')).toMatchObject({ text: null });
});

test('outlives a reload, and is another person’s no more', () => {
  beginEdit('me', message);
  typeEdit('me', message.id, { text: 'Half a thou' });
  reload();
  restoreEdits('other');
  expect(held()).toBeUndefined();
  restoreEdits('me');
  expect(held()).toMatchObject({ text: 'Half a thou', from: message });
  // Opened once more, it goes on.
  beginEdit('me', { ...message, version: 4, text: 'By another window' });
  expect(held()).toMatchObject({ text: 'Half a thou', from: { version: 3 } });
  endEdit('me', message.id);
  expect(stored.size).toBe(0);
});

test('for which nothing was typed begins from what stands now; what cannot be read is not there', () => {
  beginEdit('me', message);
  beginEdit('me', { ...message, version: 4, text: 'By another window' });
  expect(held()).toMatchObject({ text: 'By another window', from: { version: 4 } });
  typeEdit('me', message.id, { time: '10:00' });
  expect(held() && isTyped(held() as never)).toBe(true);
  reload();
  for (const broken of ['{', '{}', '[null, {"from": {}}]']) {
    stored.set('parley.scheduled-edits.me', broken);
    reload();
    restoreEdits('me');
    expect(useEditing.getState().edits.size).toBe(0);
  }
});

test('an e-mail keeps what it is beside its words, and what its editor says of it is saved', () => {
  const email = { to: ['mila@home.example'], subject: 'The lamp', html: '<p>Any <strong>news</strong>?</p>', forwards: 'passed-on' };
  const waiting = { ...message, email };
  beginEdit('me', waiting);
  // Nothing that was not chosen is left to what is usual.
  expect(held()?.fields).toEqual({ ...email, signatureId: null, quotes: null });
  expect(isTyped(held() as never)).toBe(false);
  typeEdit('me', message.id, { fields: { ...held()?.fields, subject: 'The lamp, again' } });
  expect(isTyped(held() as never)).toBe(true);
  const edited = held();
  if (edited === undefined) throw new Error('it is being edited');
  const said = { ...email, subject: 'The lamp, again' };
  expect(editOf(edited, standing(waiting), 3, 'UTC', said)).toMatchObject({ email: said });
  // Kept by a page that knew nothing of e-mails.
  stored.set('parley.scheduled-edits.me', JSON.stringify([{ ...standing(waiting), fields: undefined, text: 'Half a thou' }]));
  reload();
  restoreEdits('me');
  expect(held()?.fields).toMatchObject(email);
});
