import { formLines, formText, MESSAGE_TEXT_LIMIT, ROOM_NAME_LIMIT } from '@parley/contract';
import * as z from 'zod/mini';
import type { FieldRule } from '../../../forms/field-fault.ts';

/** What is asked of whoever begins a chat with colleagues. */
export interface NewRoomValues extends Record<string, string | object> {
  users: readonly string[];
  /** Of a group; empty for none. */
  name: string;
  /** Said as soon as the room is there; empty for nothing. */
  message: string;
}

export const emptyRoomValues: NewRoomValues = { users: [], name: '', message: '' };

export const newRoomRules = {
  users: { name: 'COLLEAGUES_WHO', schema: z.array(z.string()).check(z.minLength(1), z.maxLength(500)), invalid: 'COLLEAGUES_CHOOSE' },
  name: { name: 'COLLEAGUES_NAME', schema: formText(ROOM_NAME_LIMIT) },
  message: { name: 'COLLEAGUES_MESSAGE', schema: formLines(MESSAGE_TEXT_LIMIT) },
} as const satisfies Record<string, FieldRule>;
