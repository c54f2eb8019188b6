import type { VisitorEvent } from '@parley/contract';
import type { Database } from '../../platform/database.ts';
import type { Hub } from '../../platform/hub.ts';
import type { Log } from '../../platform/log.ts';
import { type CustomerPushes, channelConversation, type Stored, subject } from '../../rooms/index.ts';

const NAMES_KEPT_FOR = 60_000;

/**
 * Tells visitors, after each commit, what happened on their own channel. Notes and other channels never get here: a
 * stored event without a live-chat channel, or a private one, is passed over in this one place.
 */
export function visitorPushes({ db, hub, log }: { db: Database; hub: Hub; log: Log }): CustomerPushes {
  const names = new Map<string, { name: string; until: number }>();
  // One after the other, so that what is looked up in between cannot turn the order round.
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work).catch((error: unknown) => log.error({ err: error }, 'a visitor could not be told; their widget catches up'));
  };

  async function givenName(accountId: string, userId: string | null): Promise<string | null> {
    if (userId === null) return null;
    const known = names.get(userId);
    if (known && known.until > Date.now()) return known.name;
    const row = await db.reader(accountId).selectFrom('users').select('first_name').where('id', '=', userId).executeTakeFirst();
    if (names.size > 5000) names.clear();
    if (row) names.set(userId, { name: row.first_name, until: Date.now() + NAMES_KEPT_FOR });
    return row?.first_name ?? null;
  }

  async function eventOf(accountId: string, { draft, judged }: Stored): Promise<VisitorEvent | null> {
    const told = draft.kind === 'COMMUNICATION' && !draft.privateMessage && judged.channel_type === 'LIVECHAT';
    if (!told || judged.channel_seq === null) return null;
    const own = draft.origin === 'CUSTOMER';
    return {
      id: judged.event_id,
      channelSeq: judged.channel_seq,
      createdAt: judged.created_at,
      from: own ? 'VISITOR' : draft.origin === 'CHATBOT' ? 'BOT' : 'AGENT',
      name: own ? null : await givenName(accountId, draft.originId),
      text: (draft.text ?? '').toWellFormed(),
      clientMessageId: own ? (draft.clientMessageId ?? null) : null,
      status: 'SENT',
      statusAt: judged.created_at,
    };
  }

  return {
    stored(accountId, stored) {
      inTurn(async () => {
        for (const one of stored) {
          const event = await eventOf(accountId, one);
          if (event && one.draft.contactChannelId) hub.publish([subject.contactChannel(one.draft.contactChannelId)], 'Text', { event });
        }
      });
    },
    conversations(accountId, conversations) {
      inTurn(async () => {
        const channels = new Set(
          conversations.flatMap((one) => one.channels.filter((c) => c.channelType === 'LIVECHAT').map((c) => c.channelId)),
        );
        for (const id of channels)
          hub.publish([subject.contactChannel(id)], 'ConversationState', await channelConversation(db.reader(accountId), id));
      });
    },
    agentsMessages(channelId, channelSeq, status, at) {
      inTurn(async () => hub.publish([subject.contactChannel(channelId)], 'MessageStatus', { from: 'AGENT', channelSeq, status, at }));
    },
    customersMessages(channelId, channelSeq, status, at) {
      inTurn(async () => hub.publish([subject.contactChannel(channelId)], 'MessageStatus', { from: 'VISITOR', channelSeq, status, at }));
    },
    typing(accountId, channelId, userId) {
      inTurn(async () => {
        const name = await givenName(accountId, userId);
        if (name) hub.publish([subject.contactChannel(channelId)], 'Typing', { name });
      });
    },
  };
}
