import { createContext } from 'react';

/** The name of a group, or whom to add to it. */
export type GroupQuestion = 'name' | 'people';

/** Asks it over the room: what is typed into the question stays when the room goes out of sight. */
export const AskOfGroup = createContext<(question: GroupQuestion) => void>(() => undefined);
