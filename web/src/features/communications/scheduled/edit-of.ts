import type { EmailWriting, ScheduledEdit } from '@parley/contract';
import { momentOf } from '../../../format.ts';
import { isDay } from '../../../forms/typed-date.ts';
import { timeOf } from '../../../forms/typed-time.ts';
import type { Edited } from './scheduled-edits.ts';

/** Where its channel is not held here any more its words alone are changed. Looks of words that are no more go with these: it goes as plain text then. */
function emailOf({ from: { email, text: before }, text }: Edited): Pick<ScheduledEdit, 'email'> {
  if (email === undefined) return {};
  const { html, ...rest } = email;
  return { email: html === undefined || text !== before ? rest : email };
}

/**
 * What is to be saved; null while day or time are none. A time that was not touched stays as it was, to the second and by the clocks by which it was chosen.
 *
 * @param stood as it stood when the change began
 * @param version as the message is known to stand now
 * @param timezone by the clocks of which day and time are meant
 * @param email what it is beside words and files, as its editor says
 */
export function editOf(edited: Edited, stood: Edited, version: number, timezone: string, email?: EmailWriting): ScheduledEdit | null {
  const { from, text, files, day, unless } = edited;
  const at = timeOf(edited.time);
  if (!isDay(day) || at === null) return null;
  const isSameTime = day === stood.day && edited.time === stood.time;
  return {
    text: text.trim() === '' ? null : text,
    fileIds: files.map(({ fileId }) => fileId),
    ...(email === undefined ? emailOf(edited) : { email }),
    sendAt: isSameTime ? from.sendAt : momentOf(day, at).toISOString(),
    timezone: isSameTime ? from.timezone : timezone,
    unlessCustomerWrites: unless,
    version,
  };
}
