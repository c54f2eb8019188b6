import { v7 } from 'uuid';

/** A new id: UUID version 7, so that rows made together lie together. */
export function newId(): string {
  return v7();
}
