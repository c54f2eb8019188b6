import type { Conversation, DeliveryStatus, Participant, Room, RoomEvent, RoomMembership, TicketOfConversation } from '@parley/contract';
import type { CommunicationsFrame } from './apply-frame.ts';

/**
 * A room as the server would keep it, for the tests: whatever happens in it gives the frames that everybody is sent,
 * and at any moment the answers that a reading would get. What a reading says is counted from the events themselves,
 * not carried along, so that it cannot agree with the reducers by sharing their arithmetic.
 */
export interface World {
  readonly me: string;
  readonly base: Pick<Room, 'id' | 'name' | 'epoch' | 'contactId' | 'pictureId' | 'createdAt' | 'channels'>;
  readonly change: number;
  readonly events: readonly RoomEvent[];
  readonly conversations: readonly Conversation[];
  readonly participants: readonly Participant[];
  readonly membership: RoomMembership;
  readonly lastAssignedUserId: string | null;
  /** As whoever keeps tickets has them. */
  readonly tickets: readonly TicketOfConversation[];
}

type Said<Kind extends string> = Kind extends string ? { kind: Kind; text: string } : never;

/** What can happen in a room. `pick` chooses among what exists, by remainder. */
export type Happening =
  | { kind: 'colleagueIsDeleted' }
  | Said<'customerSays' | 'iSay' | 'clockSays' | 'colleagueSays' | 'iNote' | 'colleagueNotes' | 'systemSays'>
  | { kind: 'richMediaComes'; from: 'customer' | 'me'; text: string }
  | { kind: 'emailComes'; from: 'customer' | 'me'; text: string }
  | { kind: 'callComes'; isOver: boolean }
  | { kind: 'callChanges'; pick: number }
  | { kind: 'customerIs'; type: 'CUSTOMER_SUBSCRIBED' | 'CUSTOMER_UNSUBSCRIBED' | 'CUSTOMER_MERGED' }
  | { kind: 'unsupportedMediaComes' }
  | {
      kind: 'fileComes';
      from: 'customer' | 'me' | 'colleague';
      isNote: boolean;
      isPicture: boolean;
      isComing: boolean;
      text: string | null;
    }
  | { kind: 'mediaArrives'; pick: number; as: 'picture' | 'file' | null }
  | { kind: 'wordsChange'; pick: number; how: 'edited' | 'deleted' | 'reacted'; text: string }
  | { kind: 'statusMoves'; pick: number; clientStatus: DeliveryStatus }
  | { kind: 'conversationStarts' }
  | { kind: 'iStart' }
  | { kind: 'channelMade' }
  | { kind: 'channelLeft'; channel: number; subscribed: boolean }
  | { kind: 'channelAdded'; pick: number; channel: number }
  | { kind: 'episodesPass'; times: number }
  | { kind: 'conversationAssigned'; pick: number; toMe: boolean }
  | { kind: 'conversationSleeps'; pick: number; snooze: Conversation['snooze'] }
  | { kind: 'conversationResolved'; pick: number }
  | { kind: 'ticketMoves'; pick: number; reference: string }
  | { kind: 'renamed'; text: string }
  | { kind: 'pictured'; number: number | null }
  | { kind: 'marked'; starred: boolean; followed: boolean }
  | { kind: 'seen'; pick: number };

/** The room after it, and what was told of it. */
export interface Step {
  world: World;
  frames: CommunicationsFrame[];
}
