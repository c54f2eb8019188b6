export interface WaitingConversation {
  conversationId: string;
  roomId: string;
  queueId: string;
}

export interface AvailableAgent {
  userId: string;
  queueIds: readonly string[];
  /** How many more conversations this agent may be given. */
  free: number;
  /** When this agent was last given one (ms since 1970); null: never. */
  lastAssignedAt: number | null;
}

export interface Given {
  conversationId: string;
  roomId: string;
  userId: string;
}

/**
 * Who gets what, by the Default strategy: oldest first; in each round every agent with room for it gets at most one, those
 * who have waited longest for work first (case BUG-086: six waiting and two agents make three each). Pure.
 * @param waiting oldest first
 */
export function rounds(waiting: readonly WaitingConversation[], agents: readonly AvailableAgent[]): Given[] {
  const given: Given[] = [];
  const left = [...waiting];
  const free = new Map(agents.map((agent) => [agent.userId, agent.free]));
  const inTurn = [...agents].sort((a, b) => (a.lastAssignedAt ?? 0) - (b.lastAssignedAt ?? 0) || (a.userId < b.userId ? -1 : 1));
  for (;;) {
    let gaveSome = false;
    for (const agent of inTurn) {
      const room = free.get(agent.userId) ?? 0;
      if (room <= 0) continue;
      const index = left.findIndex((one) => agent.queueIds.includes(one.queueId));
      const next = left[index];
      if (!next) continue;
      left.splice(index, 1);
      free.set(agent.userId, room - 1);
      given.push({ conversationId: next.conversationId, roomId: next.roomId, userId: agent.userId });
      gaveSome = true;
    }
    if (!gaveSome) return given;
  }
}
