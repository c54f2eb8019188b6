/** The library bundles no types: what the sandbox uses of it. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server, Socket } from 'node:net';

  export interface Pdu {
    command: string;
    command_status: number;
    [field: string]: unknown;
    response(options?: object): Pdu;
  }
  export interface Session extends EventEmitter {
    socket: Socket;
    send(pdu: Pdu): boolean;
    deliver_sm(fields: object, responded: (pdu: Pdu) => void): boolean;
    enquire_link(fields: object, responded: (pdu: Pdu) => void): boolean;
    close(): void;
    destroy(): void;
  }
  const smpp: {
    createServer(listener: (session: Session) => void): Server;
    commands: Record<string, { params: Record<string, { filter?: unknown }> }>;
    tlvs: Record<string, { filter?: unknown }>;
  };
  export default smpp;
}
