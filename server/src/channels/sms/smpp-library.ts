/// <reference path="./smpp.d.ts" />
import smpp from 'smpp';

// The library turns bytes into words by codings of its own choice: what carriers send as the default alphabet, in Cyrillic, or with a header
// would come out wrong. Here words are read and written by smpp-texts.ts, from the bytes.
const bytesAsTheyAre = (command: string) => {
  delete smpp.commands[command]?.params.short_message?.filter;
};
bytesAsTheyAre('submit_sm');
bytesAsTheyAre('deliver_sm');
delete smpp.tlvs.message_payload?.filter;

export type { Pdu, Session } from 'smpp';
export { smpp };
