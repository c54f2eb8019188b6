/** Why something was done, as events carry it. */
export const reasons = {
  ASSIGN_REASON_TAKEN: 'taken by hand',
  ASSIGN_REASON_HANDED_OVER: 'handed over by a colleague',
  ASSIGN_REASON_QUEUE: 'assigned by the queue',
  QUEUE_REASON_DEFAULT: 'the default queue, because no routing flow is active',
  QUEUE_REASON_OVERFLOW: 'waited too long in the previous queue',
  QUEUE_REASON_OVERFLOW_CLOSED: 'the previous queue is closed at this hour',
  QUEUE_REASON_DEACTIVATED: 'returned because its agent was deactivated',
  QUEUE_REASON_AGENT_LEFT: 'returned because its agent was away too long',
  QUEUE_REASON_TRANSFERRED: 'handed over by a colleague',
  QUEUE_REASON_AGENT_IDLE: 'returned because its agent is offline and did not get to it',
  QUEUE_REASON_AGENT_OFFLINE: 'returned because its agent went offline',
  QUEUE_REASON_SNOOZE_ENDED: 'woke while its agent was not there',
  TRANSFER_REASON_UNDONE: 'the handing over was undone',
  RESOLVE_REASON_SPAM: 'marked as spam',
};
