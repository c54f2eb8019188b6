import { emptyForSending, keepCopy, type Typed, typeDraft } from './state/draft-changes.ts';
import type { DraftFields } from './state/drafts.ts';
import type { Upload } from './state/uploads.ts';
import { draftStorage, forgetChannel, type RoomsStore, type Unkept, WINDOW } from './store.ts';

/** Somebody types into a draft, attaches something, or settles what another window has written. */
export function setDraft(store: RoomsStore, key: string, typed: Typed): void {
  store.setState(({ drafts }) => ({ drafts: typeDraft(drafts, key, typed, Date.now()) }));
  copyDraft(store, key);
}

/** The same of what a draft has beside words and files. */
export function setFields(store: RoomsStore, key: string, fields: DraftFields): void {
  setDraft(store, key, { fields: { ...store.getState().drafts.get(key)?.fields, ...fields } });
}

/** A draft leaves its field as a message under this id. */
export function sendDraft(store: RoomsStore, key: string, clientMessageId: string): void {
  store.setState(({ drafts, sentDrafts }) => ({
    drafts: emptyForSending(drafts, key),
    sentDrafts: new Set(sentDrafts).add(clientMessageId),
  }));
  copyDraft(store, key);
}

function copyDraft(store: RoomsStore, key: string): void {
  const { drafts, state } = store.getState();
  keepCopy(draftStorage(), state.me, WINDOW, key, drafts.get(key));
}

export function setUnkept(store: RoomsStore, key: string, why: Unkept | null): void {
  const { unkept } = store.getState();
  if (why === null && !unkept.has(key)) return;
  const next = new Map(unkept);
  if (why === null) next.delete(key);
  else next.set(key, why);
  store.setState({ unkept: next });
}

export const chooseChannel = (store: RoomsStore, roomId: string, channelId: string): void =>
  store.setState(({ channels }) => ({ channels: new Map(channels).set(roomId, channelId) }));

/**
 * The composer of the open room stands on a channel, and stays there until the reader chooses another, begins on one or goes to another room.
 *
 * @param writesOn undefined: they took what is talked on elsewhere, so that nothing keeps it there
 */
export const standOn = (store: RoomsStore, roomId: string, writesOn: string | undefined): void =>
  store.setState(({ navigation }) =>
    navigation.openRoomId === roomId && navigation.writesOn !== writesOn ? { navigation: { ...navigation, writesOn } } : {},
  );

/**
 * The reader is at a conversation of a room. The channel that was chosen while they were at another is forgotten where the room has, or had,
 * several; where one follows another the composer stays.
 */
export const standIn = (store: RoomsStore, roomId: string, conversationId: string, isOfSeveral: boolean): void => {
  const { standsIn } = store.getState();
  const before = standsIn.get(roomId);
  if (before === conversationId) return;
  if (isOfSeveral && before !== undefined) forgetChannel(store, roomId);
  store.setState({ standsIn: new Map(standsIn).set(roomId, conversationId) });
};

/** Applies one of the pure functions of `state/uploads.ts` to what is on its way into a draft. */
export function changeUploads(store: RoomsStore, key: string, change: (uploads: readonly Upload[]) => readonly Upload[]): void {
  const { uploads } = store.getState();
  const next = new Map(uploads);
  const changed = change(uploads.get(key) ?? []);
  if (changed.length === 0) next.delete(key);
  else next.set(key, changed);
  store.setState({ uploads: next });
}
