import { addressesIn } from '../reading/addresses.ts';
import { fieldsAt, firstValue } from '../reading/header-fields.ts';
import { bufferOf, keyOfMail, messageIdIn } from '../reading/message-ids.ts';

/** What says of a mail's bytes which mail it is and who wrote it, without reading more of it than that takes. */
export interface MailHead {
  /** The same for the same mail in one mailbox, however often it is fetched. */
  key: string;
  /** Of its From, lower case, the domain in ASCII form; empty where it says none. */
  sender: string;
  /** `<…>`; null where it has none. */
  messageId: string | null;
}

/** Of any bytes: never throws. */
export function headOf(source: Uint8Array): MailHead {
  const { fields } = fieldsAt(bufferOf(source), 0);
  const { addresses } = addressesIn(firstValue(fields, 'from') ?? '');
  return { key: keyOfMail(source), sender: addresses[0]?.address ?? '', messageId: messageIdIn(firstValue(fields, 'message-id')) };
}
