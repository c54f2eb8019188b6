import { SocketTimings } from '@parley/contract/frames/timings';
import type { VisitorReads, VisitorSendAnswer } from '@parley/contract/frames/visitor';
import type { Unsent } from '../link/messages.ts';
import { type Answer, frameOf, type VisitorApi } from './api.ts';
import type { Refusal, VisitorSocket } from './connection/visitor-socket.ts';

/**
 * Brings one message to the server: by the socket, and by REST when that has not answered in 5 s. The client message id
 * is the same on both ways, so the message is stored once.
 */
export function delivery(api: VisitorApi) {
  let socket: VisitorSocket | null = null;
  let secret = '';
  let online: Array<() => void> = [];
  const answers = new Map<string, (answer: Answer<VisitorSendAnswer>) => void>();

  function overSocket(message: Unsent): Promise<Answer<VisitorSendAnswer> | null> {
    return new Promise((settle) => {
      const id = message.clientMessageId;
      const finish = (answer: Answer<VisitorSendAnswer> | null) => {
        clearTimeout(patience);
        online = online.filter((one) => one !== go);
        answers.delete(id);
        settle(answer);
      };
      const patience = setTimeout(() => finish(null), SocketTimings.sendFallback);
      const go = () => {
        answers.set(id, finish);
        const { type, payload } = frameOf(message);
        socket?.send(type, payload, id);
      };
      if (socket?.online) go();
      else online.push(go);
    });
  }

  return {
    /** The session whose messages these are, and its connection. */
    use(nextSecret: string, next: VisitorSocket): void {
      secret = nextSecret;
      socket = next;
      online = [];
    },
    cameOnline(): void {
      const going = online;
      online = [];
      for (const go of going) go();
    },
    heard(frame: VisitorReads | Refusal): void {
      if (frame.type === 'Ack' && frame.payload.answer) answers.get(frame.id)?.({ is: 'ok', value: frame.payload.answer });
      if (frame.type === 'refused') answers.get(frame.id)?.(frame.answer);
    },
    async deliver(message: Unsent): Promise<Answer<VisitorSendAnswer>> {
      const used = secret;
      const answer = await overSocket(message);
      const last = answer ?? (await api.send(used, message));
      // The end of a session that was left meanwhile says nothing of the present one.
      return last.is === 'ended' && used !== secret ? { is: 'broken', retryAfter: null } : last;
    },
  };
}
