import type { Connection } from '../../../realtime/connection.tsx';

/** What this part needs of the connection. */
export type Line = Pick<Connection, 'send' | 'tell' | 'subscribe' | 'onOpen'>;
