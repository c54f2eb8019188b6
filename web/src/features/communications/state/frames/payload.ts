import type { AgentReceives } from '@parley/contract';

/** Payload of one kind of received frame. */
export type PayloadOf<Kind extends AgentReceives['type']> = Extract<AgentReceives, { type: Kind }>['payload'];
