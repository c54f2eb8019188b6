import { withoutTurns } from './entities/primitives.ts';

/** The GSM 03.38 basic alphabet without its controls: what the name of a sender may be made of (no Cyrillic, no curly quotation marks). */
const GSM_NAME = /^[@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]{1,11}$/u;
const LETTER = /\p{L}/u;

/** NAME: letters, nobody can answer it. NUMBER: international. SHORT_CODE: of a country's networks. */
export type SenderKind = 'NAME' | 'NUMBER' | 'SHORT_CODE';

/** Without what people put between digits, and with the plus sign of an international number: `00359 88 811-12-22` is `+359888111222`. Names stay. */
export function settledSender(text: string): string {
  const trimmed = withoutTurns(text).trim();
  const digits = trimmed.replace(/[\s().-]/gu, '');
  if (!/^\+?\d+$/.test(digits)) return trimmed;
  const international = digits.replace(/^00(?=[1-9])/, '+');
  return international.startsWith('+') || international.length < 9 ? international : `+${international}`;
}

/**
 * What a settled sender of short messages is: a name of up to 11 characters of the GSM alphabet with a letter among them, an international
 * number of 9 to 15 digits behind a plus sign, a short code of 3 to 8 digits. Null for anything else.
 */
export function senderKindOf(sender: string): SenderKind | null {
  if (/^\+[1-9]\d{8,14}$/.test(sender)) return 'NUMBER';
  if (/^\d{3,8}$/.test(sender)) return 'SHORT_CODE';
  return GSM_NAME.test(sender) && LETTER.test(sender) ? 'NAME' : null;
}

/** The name of a bot in its address; taken also from its whole address (`viber://pa?chatURI=shop`, `https://chats.viber.com/shop`). */
export function settledChatUri(text: string): string {
  const trimmed = withoutTurns(text).trim();
  const whole =
    /^viber:\/\/pa\/?\?(?:.*&)?chatURI=([^&#]+)/i.exec(trimmed) ?? /^(?:https?:\/\/)?chats\.viber\.com\/([^/?#]+)/i.exec(trimmed);
  return whole?.[1] ?? trimmed;
}

export const isChatUri = (uri: string): boolean => /^[A-Za-z0-9_.-]{1,64}$/.test(uri);
