import type { TaggedOfRoom } from '@parley/contract';
import { create } from 'zustand';
import {
  answerTagged,
  answerUnseen,
  askTagged,
  askUnseen,
  giveUpTagged,
  giveUpUnseen,
  hearSeen,
  hearTagged,
  nothingHeld,
  type TagsAndTickets,
} from '../state/tags-and-tickets.ts';
import type { Line } from './line.ts';

/** What is held of tags, comments and tickets: read through this port by whoever shows some of it, and kept in step by what is told. */
export const useTagsAndTickets = create<TagsAndTickets>(() => nothingHeld);

const change = (by: (state: TagsAndTickets) => TagsAndTickets): void => useTagsAndTickets.setState(by);
let readings = 0;

/** Reads what bears tags or comments in a room. Rejects with what the reading fails of; what was held then stays. */
export async function readTagged(roomId: string, read: () => Promise<Omit<TaggedOfRoom, 'roomId'>>): Promise<void> {
  const no = ++readings;
  change((state) => askTagged(state, roomId, no));
  try {
    const tagged = await read();
    change((state) => answerTagged(state, no, { ...tagged, roomId }));
  } finally {
    change((state) => giveUpTagged(state, roomId, no));
  }
}

/** Reads which tickets of mine I have not looked at; otherwise as above. */
export async function readUnseenTickets(read: () => Promise<readonly string[]>): Promise<void> {
  const no = ++readings;
  change((state) => askUnseen(state, no));
  try {
    const unseen = new Set(await read());
    change((state) => answerUnseen(state, no, unseen));
  } finally {
    change((state) => giveUpUnseen(state, no));
  }
}

/** Hears what is told of them. While there was no connection something may have been told that nobody heard: nothing is held then, and it is read anew. @returns how to stop */
export function startTagsAndTickets(line: Pick<Line, 'subscribe' | 'onOpen'>): () => void {
  const stops = [
    line.subscribe('MetaEventAssociation', (told) => change((state) => hearTagged(state, told))),
    line.subscribe('TicketSeen', (told) => change((state) => hearSeen(state, told))),
    line.onOpen(() => change(() => nothingHeld)),
  ];
  return () => {
    for (const stop of stops) stop();
    change(() => nothingHeld);
  };
}
