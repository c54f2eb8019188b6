import type { EventFile } from '@parley/contract';
import { useState } from 'react';
import { faceHeight } from '../faces/face-height.ts';
import { messageFile } from '../files/event-file.ts';
import { pictureBox } from '../files/picture-box.ts';
import type { MessageRow, PendingRow, TimelineRow } from './timeline-items.ts';

const FILE_CARD_PX = 48;

/** What a file takes of a row before its words. */
function fileHeight(row: MessageRow | PendingRow): number {
  if (row.kind === 'pending') return row.send.file === null ? 0 : heightOf(row.send.file, row.send.file.type === 'IMAGE');
  const held = messageFile(row.event);
  return held === null ? 0 : heightOf(held.file, held.isPicture);
}

const heightOf = (file: EventFile, isPicture: boolean): number => (isPicture ? pictureBox(file).height : FILE_CARD_PX) - 8;

const estimate = (row: TimelineRow | undefined): number => {
  if (row === undefined) return 40;
  const above = (row.day === null ? 0 : 32) + (row.isNewFromHere ? 28 : 0);
  if (row.kind === 'system') return above + 28;
  const words = row.kind === 'pending' ? row.send.text : (row.event.eventData.message?.text ?? '');
  const file = fileHeight(row);
  const lines = words === '' && file > 0 ? 0 : Math.max(1, Math.ceil(words.length / 68), words.split('\n').length);
  const face = row.kind === 'pending' ? 0 : faceHeight(row.event);
  return above + (face || file + lines * 20) + 16 + (row.opens ? 32 : 2);
};

export interface RowHeights {
  /** How high the row at a place is taken to be as long as it was not measured. */
  readonly takenFor: (place: number) => number;
  /** Says once of the row at a place that a day stood over its words and stands there no more: they would move up. */
  readonly hasLostDay: (place: number) => boolean;
}

/**
 * Heights of rows before they are measured. Each stays what it was at first: a row that is not drawn and becomes another height would move
 * everything below it, and nobody would move the window with it. The first of all is such a row as soon as older ones come above
 * it, since it loses the day and the name over it; how high it is then comes out when it is drawn, and the window is moved by that.
 */
export function useRowHeights(rows: readonly TimelineRow[]): RowHeights {
  const [taken] = useState(() => new Map<unknown, { height: number; day: string | null }>());
  const at = (place: number) => {
    const row = rows[place];
    const was = taken.get(row?.key) ?? { height: estimate(row), day: row?.day ?? null };
    taken.set(row?.key, was);
    return { row, was };
  };
  return {
    takenFor: (place) => at(place).was.height,
    hasLostDay: (place) => {
      const { row, was } = at(place);
      const hasLost = was.day !== null && row?.day === null;
      was.day = row?.day ?? null;
      return hasLost;
    },
  };
}
