/** The library bundles no types: what is used of it. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Socket, Server as TcpServer } from 'node:net';

  interface Pdu {
    command: string;
    command_status: number;
    sequence_number: number;
    esm_class?: number;
    data_coding?: number;
    source_addr?: string;
    source_addr_ton?: number;
    destination_addr?: string;
    short_message?: Buffer;
    message_payload?: Buffer;
    message_id?: string;
    receipted_message_id?: string;
    message_state?: number;
    sar_msg_ref_num?: number;
    sar_total_segments?: number;
    sar_segment_seqnum?: number;
    response(options?: object): Pdu;
  }
  interface Session extends EventEmitter {
    socket: Socket;
    /** @returns false where the line cannot be written to */
    send(pdu: Pdu, responded?: (pdu: Pdu) => void, sent?: () => void): boolean;
    bind_transceiver(fields: object, responded: (pdu: Pdu) => void): boolean;
    bind_transmitter(fields: object, responded: (pdu: Pdu) => void): boolean;
    submit_sm(fields: object, responded: (pdu: Pdu) => void): boolean;
    enquire_link(fields: object, responded: (pdu: Pdu) => void): boolean;
    unbind(responded?: (pdu: Pdu) => void): boolean;
    close(): void;
    destroy(): void;
  }
  interface Field {
    filter?: unknown;
  }
  interface Smpp {
    connect(options: { url: string }): Session;
    commands: Record<string, { params: Record<string, Field> }>;
    tlvs: Record<string, Field>;
    createServer(listener: (session: Session) => void): TcpServer;
  }
  const smpp: Smpp;
  export default smpp;
  export type { Pdu, Session };
}
