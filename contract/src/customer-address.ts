import type { RoomChannel } from './entities/channel.ts';

const SHORT_CODES = '1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]';

/** A telephone number (E.164): the code of its country, and the rest. The database reads it too, which takes the longest of several codes. */
export const NUMBER_PARTS = `^\\+(${SHORT_CODES}|(?!${SHORT_CODES})\\d{3})(\\d{4,})$`;
/** Behind each of these digits a group ends. */
export const ENDS_GROUP = '\\d(?=(\\d{3})*\\d{4}$)';

/** An address as people read it: of a telephone number the country's code and the digits in groups; everything else as it is. */
export const readableAddress = (address: string): string =>
  address.replace(
    new RegExp(NUMBER_PARTS),
    (_, country: string, rest: string) => `+${country} ${rest.replace(new RegExp(ENDS_GROUP, 'g'), '$& ')}`,
  );

/** Where the customer is reached on a channel, if people call each other by that: a number, an e-mail address, a sender's name or short code. */
export const addressOn = ({ phoneNumber, emailAddress, sender }: RoomChannel): string | undefined => phoneNumber ?? emailAddress ?? sender;

/** By which address a customer without a name is called: of several by that used last. Undefined for who has none, as visitors of the chat. */
export function customerAddress(channels: readonly RoomChannel[]): string | undefined {
  const [newest] = channels.filter(addressOn).toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1));
  return newest && addressOn(newest);
}

/** An address in all forms in which people look for it: as it is read, as it is kept, and of a number how it is dialled at home. */
export function searchedAddress(address: string): string {
  const [, , rest] = new RegExp(NUMBER_PARTS).exec(address) ?? [];
  return [readableAddress(address), address, ...(rest === undefined ? [] : [rest, `0${rest}`])].join(' ');
}
