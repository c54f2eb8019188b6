/** Why something was done, as events carry it. */
export const reasons = {
  ASSIGN_REASON_TAKEN: 'taken by themselves',
  ASSIGN_REASON_HANDED_OVER: 'handed over by a colleague',
  ASSIGN_REASON_QUEUE: 'next in turn of the queue: ready, below capacity, longest without a new conversation',
  QUEUE_REASON_DEFAULT: 'the default queue, because no routing flow is active',
  QUEUE_REASON_DEACTIVATED: 'given back, because whoever held it was deactivated',
};
