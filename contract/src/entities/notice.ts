import * as z from 'zod/mini';

/** A sound of the application; each is made where it is heard. */
export const NoticeSound = z.enum(['NONE', 'CHIME', 'BELL', 'KNOCK', 'DROP']);
export type NoticeSound = z.infer<typeof NoticeSound>;

/**
 * What may ring: a customer writes where one takes part; a conversation becomes one's own; one begins to wait; a colleague
 * writes in a shared room or a note; a colleague names one; something else happened to one's work (a notification).
 */
export const NoticeKind = z.enum(['MESSAGE', 'ASSIGNED', 'WAITING', 'COLLEAGUE', 'MENTION', 'CHANGE']);
export type NoticeKind = z.infer<typeof NoticeKind>;

const Choice = z.object({ desktop: z.boolean(), sound: NoticeSound });

/** For each kind whether the system shows it while the page is hidden, and with which sound it comes. */
export const OwnNotices = z.object({
  MESSAGE: Choice,
  ASSIGNED: Choice,
  WAITING: Choice,
  COLLEAGUE: Choice,
  MENTION: Choice,
  CHANGE: Choice,
});
export type OwnNotices = z.infer<typeof OwnNotices>;

const ChoiceChange = z.partial(Choice);

/** What of it is chosen anew; everything else stays. */
export const OwnNoticesChange = z.partial(
  z.object({
    MESSAGE: ChoiceChange,
    ASSIGNED: ChoiceChange,
    WAITING: ChoiceChange,
    COLLEAGUE: ChoiceChange,
    MENTION: ChoiceChange,
    CHANGE: ChoiceChange,
  }),
);

/** As it is until somebody chooses. */
export const defaultNotices: OwnNotices = {
  MESSAGE: { desktop: true, sound: 'CHIME' },
  ASSIGNED: { desktop: true, sound: 'BELL' },
  WAITING: { desktop: false, sound: 'NONE' },
  COLLEAGUE: { desktop: true, sound: 'KNOCK' },
  MENTION: { desktop: true, sound: 'KNOCK' },
  CHANGE: { desktop: true, sound: 'DROP' },
};
