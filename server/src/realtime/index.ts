export { type AgentFrames, agentSocket } from './agent-socket.ts';
export { createTickets, forgetUsedTickets, type Tickets } from './tickets.ts';
