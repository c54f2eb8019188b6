import type { Files } from '../files/index.ts';
import type { Database } from '../platform/database.ts';
import type { Hub } from '../platform/hub.ts';
import type { Log } from '../platform/log.ts';
import { rateShares } from '../platform/rate-shares.ts';
import { createSignal } from '../platform/signal.ts';
import { createAudiences } from './access.ts';
import { createChannels } from './channel-port.ts';
import { createChannelTypes } from './channel-types.ts';
import type { RoomsDeps } from './deps.ts';
import { filesOfVisibleRooms, picturesOfVisibleCustomers } from './file-reader.ts';
import { createInboundRows } from './inbound/inbound-rows.ts';
import { createLanes } from './lanes.ts';
import { createLookers } from './looking.ts';
import { publishStored } from './publish.ts';
import type { CustomerPushes } from './tell-changes.ts';
import { connectPushes } from './work.ts';

export { raiseAccessNo, subject, userSubjects, visibleRooms } from './access.ts';
export { resolveAs, takeAs } from './acting.ts';
export {
  conversationAssigned,
  conversationResolved,
  conversationSnoozed,
  conversationStarted,
  conversationWoke,
  handsChanged,
  mentionsTaken,
  messageDeleted,
  messageNotDelivered,
  messageSentAgain,
  participantsAdded,
  participantsRemoved,
  peopleMentioned,
  scheduledAgain,
  scheduledNotSent,
} from './announcements.ts';

export { countersApi, draftsApi, pinnedNotesApi, roomsApi, snoozesApi } from './api.ts';
export { assign, assignByPerson, assignFromQueue, releaseByPerson, takeBack } from './assign.ts';

export type { Channel, FetchedFile, Outcome, Outgoing, Reading, RecipientOutcome, SpecialContent } from './channel-port.ts';
export { discussionsApi, messagesApi } from './colleagues/messages-api.ts';
export { channelConversation, channelHistory, channelReach, filesOfChannel, roomOfContact } from './customer-side.ts';
export { startDelivering } from './delivery/deliver.ts';
export { advanceDelivery } from './delivery/delivery.ts';
export { applyEmailReport, type EmailReport } from './delivery/email-reports.ts';
export { noteNotInstead, sendSmsInstead, undelivered } from './delivery/send-instead.ts';
export { keptAnswer } from './delivery/steps.ts';
export type { RoomsDeps } from './deps.ts';
export type { Judged, Stored } from './draft.ts';
export { type EmailsDeps, emailsApi, serveEmails } from './emails/emails.ts';
export { harmlessHtml } from './emails/harmless-html.ts';
export { originalsApi } from './emails/original.ts';
export { type EmailThread, peopleOfThread, threadOfConversation, threadOfIds, threadOfSubject } from './emails/threads.ts';
export { messageFrameOf } from './event-view.ts';
export { forgetOldWork } from './forget.ts';
export { startFetching } from './inbound/fetch-files.ts';
export { startFetchingPictures } from './inbound/fetch-pictures.ts';
export { startReceiving, storeInbound } from './inbound/inbound.ts';
export type { RawDelivery } from './inbound/inbound-rows.ts';
export { LATE_PARTS_TASK, lateParts } from './inbound/message-parts.ts';
export { keepInQuarantine, releaseFromQuarantine, settleQuarantined, wordsOf } from './inbound/quarantine.ts';
export { emailSender, recordEmail } from './inbound/receive-email.ts';
export { roomViewsApi } from './reading/room-views-api.ts';
export { beginWith, type Incoming, receiveText } from './receive.ts';
export { eventOfKey } from './repeated-send.ts';
export { endConversationOf, resolveAfterSilence } from './resolve.ts';
export { addressOfCustomer, namesOfOthers, TYPES_WITH_ADDRESS } from './room-names.ts';
export { canSayByItself, type SaidByItself, sayByItself } from './say-by-itself.ts';
export { scheduledApi } from './scheduled/scheduled-api.ts';
export { startSending } from './scheduled/scheduled-clock.ts';
export { tellScheduledOf } from './scheduled/tell-scheduled.ts';
export { sendFile, sendNote, sendText } from './send.ts';
export { sendEmail, sendSms } from './send-by-kind.ts';
export { endSnooze } from './snooze.ts';
export { roomFrames } from './socket.ts';
export { channelsApi } from './starting/channels-api.ts';
export type { CustomerPushes } from './tell-changes.ts';
export { seesRoom, tellRoom } from './tell-room.ts';
export { sayCustomerTyping } from './typing.ts';
export { recordActivity } from './user-deleted.ts';
export { inRooms, noteBeside, type RoomWork, recordInRooms, roomWork, roomWorks } from './work.ts';

/** What somebody writes and does, in all their windows together: far above what hands can do. */
const DEEDS = { perSecond: 100, burst: 2000 };

/**
 * Makes the rooms of one process, and says who may read the files of their messages and the pictures of their customers; `customers` hears, after each commit,
 * what a customer's side is to be told.
 */
export function openRooms(parts: { db: Database; hub: Hub; log: Log; files: Files; customers: CustomerPushes }): RoomsDeps {
  parts.files.readers.push(filesOfVisibleRooms, picturesOfVisibleCustomers);
  const audiences = createAudiences();
  const pushes = { hub: parts.hub, audiences, customers: parts.customers };
  const lanes = createLanes(parts.db, parts.log, (accountId, stored) => publishStored(parts.db, pushes, accountId, stored));
  connectPushes(parts.db, pushes);
  return {
    db: parts.db,
    log: parts.log,
    hub: parts.hub,
    audiences,
    lookers: createLookers({ ...parts, audiences }),
    customers: parts.customers,
    files: parts.files,
    lanes,
    channels: createChannels(),
    channelTypes: createChannelTypes(parts.db),
    inboundRows: createInboundRows(parts.db),
    outbox: createSignal(),
    inbox: createSignal(),
    comingFiles: createSignal(),
    comingPictures: createSignal(),
    scheduled: createSignal(),
    deeds: rateShares.limit('deeds in rooms', DEEDS),
  };
}
