export { type AgentFrames, agentSocket } from './agent-socket.ts';
export { createTickets, type Tickets } from './tickets.ts';
