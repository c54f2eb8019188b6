import type { RoomEvent } from '@parley/contract';

/** A message of one's own whose words are being changed where they stand. */
export interface Edit {
  readonly roomId: string;
  readonly isNote: boolean;
  /** What they are being changed to; null as they are. */
  readonly text: string | null;
  /** Its field is to have the focus as soon as it is there; drawn again, it does not take it. */
  readonly takesFocus: boolean;
}

/** By event. What was typed for one stays while another is begun. */
export type Edits = ReadonlyMap<string, Edit>;

/** A message is to be changed: with the focus in its field, whatever was typed into it already. Others that nothing was typed for are over. */
export function beginEdit(edits: Edits, { id, roomId, eventData }: Pick<RoomEvent, 'id' | 'roomId' | 'eventData'>): Edits {
  const typed = [...edits].filter(([, { text }]) => text !== null);
  const text = edits.get(id)?.text ?? null;
  return new Map(typed).set(id, { roomId, isNote: eventData.privateMessage, text, takesFocus: true });
}

const changed = (edits: Edits, id: string, part: Partial<Edit>): Edits => {
  const held = edits.get(id);
  return held === undefined ? edits : new Map(edits).set(id, { ...held, ...part });
};

/** @param text null: it stands there as it is again */
export const typeEdit = (edits: Edits, id: string, text: string | null): Edits => changed(edits, id, { text });

/** Its field has the focus. */
export const focusedEdit = (edits: Edits, id: string): Edits => changed(edits, id, { takesFocus: false });

/** It was saved or dropped. */
export function endEdit(edits: Edits, id: string): Edits {
  const left = new Map(edits);
  left.delete(id);
  return left;
}

/** What was typed in a tab of a room and not saved, by event. */
export function typedIn(edits: Edits, roomId: string, isNote: boolean): readonly (readonly [id: string, text: string])[] {
  return [...edits].flatMap(([id, edit]) =>
    edit.roomId === roomId && edit.isNote === isNote && edit.text !== null ? [[id, edit.text]] : [],
  );
}

/** Whether something that was typed would be lost with the page; of rooms that nobody can open any more nothing can be saved. */
export const hasTyped = (edits: Edits, isInReach: (roomId: string) => boolean): boolean =>
  [...edits.values()].some(({ text, roomId }) => text !== null && isInReach(roomId));
