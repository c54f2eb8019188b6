// More of closed-lists.ts: what only pages of administration need, so that it does not come with the first screen.

/** By what, and in which direction, a list of people can be sorted. */
export const peopleSorts = [
  'name,asc',
  'name,desc',
  'email,asc',
  'email,desc',
  'role,asc',
  'role,desc',
  'createdAt,asc',
  'createdAt,desc',
  'lastSeenAt,asc',
  'lastSeenAt,desc',
] as const;

/** By what, and in which direction, a list of timeslots can be sorted. */
export const timeslotSorts = ['priority,asc', 'priority,desc', 'name,asc', 'name,desc', 'createdAt,asc', 'createdAt,desc'] as const;

/** Who of a queue's agents gets the next conversation. */
export const queueStrategies = ['DEFAULT', 'SKILL', 'RANDOM', 'MOST_ACTIVE', 'LEAST_ACTIVE'] as const;

/** By what, and in which direction, a list of queues can be sorted. */
export const queueSorts = [
  'name,asc',
  'name,desc',
  'strategy,asc',
  'strategy,desc',
  'agents,asc',
  'agents,desc',
  'waiting,asc',
  'waiting,desc',
  'createdAt,asc',
  'createdAt,desc',
] as const;

/** How a carrier is spoken to. */
export const carrierKinds = ['HTTP', 'SMPP', 'INFOBIP'] as const;
/** What a carrier can bring. */
export const carriedChannels = ['SMS', 'VIBER'] as const;
/** Whether those to whom one sends can answer. */
export const communicationTypes = ['TWO_WAY', 'ONE_WAY'] as const;

/** By what, and in which direction, lists of carriers, of their services, and of ends of channels can be sorted. */
export const carrierSorts = ['name,asc', 'name,desc', 'networkId,asc', 'networkId,desc', 'createdAt,asc', 'createdAt,desc'] as const;
export const carrierServiceSorts = ['title,asc', 'title,desc', 'username,asc', 'username,desc', 'createdAt,asc', 'createdAt,desc'] as const;
export const channelEndSorts = [
  'name,asc',
  'name,desc',
  'sender,asc',
  'sender,desc',
  'status,asc',
  'status,desc',
  'createdAt,asc',
  'createdAt,desc',
] as const;

/** What was done (audit). Stable: stored as it stands here. */
export const auditKinds = [
  'ACCOUNT_CREATED',
  'ACCOUNT_CHANGED',
  'ACCOUNT_ACTIVATED',
  'ACCOUNT_DEACTIVATED',
  /** A super admin looked at something of the account. */
  'ACCOUNT_READ',
  'USER_CREATED',
  'USER_CHANGED',
  'USER_ROLE_CHANGED',
  'USER_ACTIVATED',
  'USER_DEACTIVATED',
  'USER_INVITED',
  'USER_PASSWORD_LINK_MADE',
  'USER_SESSIONS_ENDED',
  'USER_SECOND_FACTOR_ADDED',
  'USER_SECOND_FACTORS_REMOVED',
  /** Who was invited has chosen a password. */
  'USER_JOINED',
  /** Too many wrong passwords. */
  'USER_LOCKED',
  'WEBSITE_CHAT_CREATED',
  'WEBSITE_CHAT_CHANGED',
  /** A message went out to try a channel with. */
  'CHANNEL_TEST_SENT',
  /** Something in quarantine was worked on once more. */
  'CHANNEL_DELIVERY_RUN_AGAIN',
  'QUEUE_CREATED',
  'QUEUE_CHANGED',
  'QUEUE_REMOVED',
  'CUSTOMER_BLOCKED',
  'CUSTOMER_UNBLOCKED',
  'TIMESLOT_CREATED',
  'TIMESLOT_CHANGED',
  'TIMESLOT_DELETED',
  'CARRIER_CREATED',
  'CARRIER_CHANGED',
  'CARRIER_DELETED',
  'CARRIER_SERVICE_CREATED',
  'CARRIER_SERVICE_CHANGED',
  'CARRIER_SERVICE_DELETED',
  /** What came over a service and was nobody's: given to whose it is by now, or thrown away. */
  'CARRIER_SERVICE_TROUBLE_GIVEN',
  'CARRIER_SERVICE_TROUBLE_DELETED',
  'CHANNEL_END_CREATED',
  'CHANNEL_END_CHANGED',
  'CHANNEL_END_DELETED',
  /** The address at which its provider calls was made anew. */
  'CHANNEL_END_READDRESSED',
  'SIGNATURE_CREATED',
  'SIGNATURE_CHANGED',
  'SIGNATURE_DELETED',
  'SUPER_USER_CREATED',
  'SUPER_USER_CHANGED',
  'SUPER_USER_ACTIVATED',
  'SUPER_USER_DEACTIVATED',
  'SUPER_USER_INVITED',
  'SUPER_USER_PASSWORD_LINK_MADE',
  'SUPER_USER_SESSIONS_ENDED',
  'SUPER_USER_SECOND_FACTOR_ADDED',
  'SUPER_USER_SECOND_FACTORS_REMOVED',
  'SUPER_USER_JOINED',
] as const;
