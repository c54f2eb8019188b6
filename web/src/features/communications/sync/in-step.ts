import type { Room } from '@parley/contract';

/** A room of this window's page of rooms, where that holds it and keeps it true. */
type Held = (roomId: string) => Room | undefined;

let held: Held | null = null;

/** Says where rooms are held while the page of rooms is open. @returns how to take that back */
export function holdInStep(rooms: Held): () => void {
  held = rooms;
  return () => {
    if (held === rooms) held = null;
  };
}

/** A room as the page of rooms holds it now; undefined when none is open, or it does not have it or has a hole in it. */
export const roomInStep = (roomId: string): Room | undefined => held?.(roomId);
