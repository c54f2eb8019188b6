import type { AgentReceives, RoomFrame } from '@parley/contract';

/** Payload of one kind of received frame; of one that takes a number of a room, never the answer that nothing was changed. */
export type PayloadOf<Kind extends AgentReceives['type']> = Extract<
  Exclude<AgentReceives, { type: RoomFrame['type'] }> | RoomFrame,
  { type: Kind }
>['payload'];
