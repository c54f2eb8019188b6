import type { Files } from '../files/index.ts';
import type { Database } from '../platform/database.ts';
import type { Hub } from '../platform/hub.ts';
import type { Log } from '../platform/log.ts';
import type { RateLimit } from '../platform/rate-limit.ts';
import type { Signal } from '../platform/signal.ts';
import type { Audiences } from './access.ts';
import type { Channels } from './channel-port.ts';
import type { ContactChannelTypes } from './channel-types.ts';
import type { InboundRows } from './inbound/inbound-rows.ts';
import type { Lanes } from './lanes.ts';
import type { Lookers } from './looking.ts';
import type { CustomerPushes } from './tell-changes.ts';

/** What the rooms of one process work with; made once by `openRooms`. */
export interface RoomsDeps {
  db: Database;
  log: Log;
  hub: Hub;
  lanes: Lanes;
  audiences: Audiences;
  /** Who looks at which room. */
  lookers: Lookers;
  customers: CustomerPushes;
  files: Files;
  /** The channels that go by a provider. Live chat is not among them: it pushes by itself. */
  channels: Channels;
  channelTypes: ContactChannelTypes;
  /** What providers brought. */
  inboundRows: InboundRows;
  /** Raised when an attempt was stored, and when something raw came in. */
  outbox: Signal;
  inbox: Signal;
  /** Raised when a file was announced. */
  comingFiles: Signal;
  /** Raised when a customer's picture is to be fetched. */
  comingPictures: Signal;
  /** Raised when a message is to be sent later. */
  scheduled: Signal;
  /** What each person writes and does, by their id: over whichever socket, and by REST. */
  deeds: RateLimit;
}
