import { textIfKnown, type useText } from '../../../text.ts';

export type Text = ReturnType<typeof useText>;

/** Why a message was not delivered, in words: of a reason that has none, the default ones (communications, section 4). */
export const reasonWords = (reason: string | null, text: Text): string =>
  textIfKnown(`COMMUNICATIONS_MESSAGE_FAILED_REASON_${reason}`) ?? text('COMMUNICATIONS_MESSAGE_FAILED_REASON_DEFAULT');
