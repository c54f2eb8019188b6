import type { VisitorReceives } from '@parley/contract';
import type { Database } from '../../platform/database.ts';
import type { Hub } from '../../platform/hub.ts';
import type { Log } from '../../platform/log.ts';
import { type CustomerPushes, messageFrameOf, type Stored, subject } from '../../rooms/index.ts';
import { isBlocked } from './blocks.ts';
import { givenNames } from './given-names.ts';
import { BLOCKED, conversationView, fromOf, visitorStatus } from './visitor-view.ts';

const CHANNEL = 'LIVECHAT';

/**
 * What visitors are told of what happens in rooms, after each commit. Frames bear the channel's own numbers and nothing of
 * notes or other channels; they go out one after another, so that a look-up on the way changes no order.
 */
export function visitorPushes({ db, hub, log }: { db: Database; hub: Hub; log: Log }): CustomerPushes {
  const names = givenNames(db);
  let line: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void> | void) => {
    // What is lost here is stored all the same: the widget reads it when it comes back.
    line = line.then(work).catch((error: unknown) => log.error({ err: error }, 'visitors could not be told'));
  };

  function say<Kind extends VisitorReceives['type']>(
    contactChannelId: string,
    type: Kind,
    payload: Extract<VisitorReceives, { type: Kind }>['payload'],
  ): void {
    hub.publish([subject.contactChannel(contactChannelId)], type, payload);
  }

  async function sayStored(accountId: string, entry: Stored): Promise<void> {
    const { draft, judged } = entry;
    const { contactChannelId } = draft;
    if (judged.channel_type !== CHANNEL || contactChannelId === undefined || judged.channel_seq === null) return;
    if (draft.privateMessage || draft.kind !== 'COMMUNICATION') return;
    const from = fromOf(draft.origin);
    const given = await names.of(accountId, draft.origin === 'USER' ? [draft.originId] : []);
    say(contactChannelId, messageFrameOf(draft.type), {
      event: {
        id: judged.event_id,
        channelSeq: judged.channel_seq,
        createdAt: judged.created_at,
        from,
        name: given.get(draft.originId ?? '') ?? null,
        text: draft.text?.toWellFormed() ?? '',
        file: draft.file?.facts ?? null,
        clientMessageId: from === 'VISITOR' ? (draft.clientMessageId ?? null) : null,
        status: visitorStatus(draft.status ?? null),
      },
    });
  }

  return {
    stored: (accountId, stored) =>
      inTurn(async () => {
        for (const entry of stored) await sayStored(accountId, entry);
      }),
    conversations: (accountId, conversations) =>
      inTurn(async () => {
        for (const { state, assignedUserId, channels } of conversations) {
          const mine = channels.filter(({ channelType }) => channelType === CHANNEL);
          if (mine.length === 0) continue;
          const given = await names.of(accountId, state === 'ASSIGNED' ? [assignedUserId] : []);
          const view = conversationView(state, given.get(assignedUserId ?? '') ?? null);
          for (const { channelId } of mine) {
            // Whose conversation was ended as spam is not asked to write again.
            const ended = state === 'RESOLVED' && (await isBlocked(db.reader(accountId), { sessionId: channelId }, null));
            say(channelId, 'ConversationState', ended ? BLOCKED : view);
          }
        }
      }),
    agentsMessages: (contactChannelId, channelSeq, status) =>
      inTurn(() => say(contactChannelId, 'MessageStatus', { from: 'AGENT', channelSeq, status })),
    customersMessages: (contactChannelId, channelSeq, status) =>
      inTurn(() => say(contactChannelId, 'MessageStatus', { from: 'VISITOR', channelSeq, status })),
    typing: (accountId, contactChannelId, userId) =>
      inTurn(async () => {
        const name = (await names.of(accountId, [userId])).get(userId);
        if (name !== undefined) say(contactChannelId, 'Typing', { name });
      }),
  };
}
