import { type AgentReceives, type AgentSends, agentSends, problems } from '@parley/contract';
import { exampleFrames } from '@parley/contract/fixtures/frames';
import * as z from 'zod/mini';
import { Refusal } from './refusal.ts';
import { addChannel, start } from './starting.ts';
import type { MockWorld, Sent } from './world.ts';

type Reply = { type: AgentReceives['type']; payload: unknown };

const ack = (answer: unknown = null): Reply => ({ type: 'Ack', payload: { answer } });

/** What the server would answer to a frame; null for those that are not answered. Throws Refusal. */
export function answerFrame(world: MockWorld, { type, payload }: AgentSends): Reply | null {
  switch (type) {
    case 'Text':
    case 'Image':
    case 'File':
    case 'Note':
      return ack(world.send({ type, payload } as Sent));
    // All that is written to goes by live chat.
    case 'Sms':
    case 'Email':
      throw new Refusal('MESSAGE_OF_OTHER_KIND');
    case 'RichMedia':
    case 'UnsupportedMedia':
      throw new Refusal('CHANNEL_WITHOUT_RICH_MEDIA');
    case 'Seen':
      world.seen(payload.roomId, payload.roomEventId);
      return null;
    case 'Assign':
      world.assign(payload.roomId, payload.conversationId, payload.userId, payload.expectedUserId);
      return ack();
    case 'Resolve':
      world.resolve(payload.roomId, payload.conversationId);
      return ack();
    case 'ConversationState':
      start(world, payload.roomId, payload.channelId);
      return ack();
    case 'AddChannel':
      addChannel(world, payload.roomId, payload.channelId, payload.conversationId);
      return ack();
    case 'RoomState':
      return { type, payload: exampleFrames(Date.now()).RoomState };
    case 'Ping':
      return { type: 'Pong', payload: {} };
    case 'Pending':
      return ack();
    case 'Ack':
    case 'Pong':
    case 'Typing':
    case 'Looking':
    case 'Token':
      return null;
  }
}

/** The frame in what a page sends; throws for what does not fit the contract. */
function frameOf(text: string): AgentSends {
  const { type, id, payload } = JSON.parse(text) as { type: keyof typeof agentSends; id: string; payload: unknown };
  return { type, id, payload: z.parse(agentSends[type], payload) } as AgentSends;
}

/** A little later, as over a network. */
const SOON_MS = 40;

/** Stands in for the browser's own class: the world is at its other end. As much of it as the application uses. */
export function mockSocketOf(world: MockWorld) {
  return class MockSocket {
    onopen: (() => void) | null = null;
    onmessage: ((message: { data: string }) => void) | null = null;
    onclose: ((event: { code: number }) => void) | null = null;
    onerror: (() => void) | null = null;
    readonly #stop: () => void;

    constructor(_address: string) {
      this.#stop = world.listen(({ type, payload }) => this.#receive({ type, payload }, ''));
      setTimeout(() => this.onopen?.(), SOON_MS);
    }

    send(text: string): void {
      const frame = frameOf(text);
      setTimeout(() => {
        try {
          const reply = answerFrame(world, frame);
          if (reply !== null) this.#receive(reply, frame.id);
        } catch (problem) {
          if (!(problem instanceof Refusal)) throw problem;
          this.#receive(
            { type: 'INVALID_REQUEST', payload: { message: problem.key, errors: [], status: problems[problem.key] } },
            frame.id,
          );
        }
      }, SOON_MS);
    }

    close(): void {
      this.#stop();
    }

    #receive({ type, payload }: Reply, id: string): void {
      this.onmessage?.({ data: JSON.stringify({ type, id, payload }) });
    }
  };
}
