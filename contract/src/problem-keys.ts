/**
 * Every refusal that a person can cause: key of the text catalogue → HTTP status (domain: conventions of the wire).
 * The same keys answer a frame as INVALID_REQUEST.
 */
export const problems = {
  ERROR_BAD_REQUEST: 400,
  ERROR_VALIDATION: 400,
  ERROR_UNAUTHENTICATED: 401,
  ERROR_FORBIDDEN: 403,
  ERROR_NOT_FOUND: 404,
  ERROR_METHOD_NOT_ALLOWED: 405,
  ERROR_TOO_LARGE: 413,
  ERROR_UNSUPPORTED_MEDIA_TYPE: 415,
  ERROR_TOO_MANY_REQUESTS: 429,
  ERROR_DEFAULT_MESSAGE: 500,
  ERROR_UNAVAILABLE: 503,
  ROOM_NOT_FOUND: 404,
  ROOM_ALREADY_RESOLVED: 409,
  TICKET_LINKED_ALREADY: 409,
  TICKET_NOT_LINKED: 409,
  ROOM_NAME_OF_EXTERNAL: 422,
  ROOM_NOT_A_PARTICIPANT: 403,
  ROOM_GROUP_NEEDS_MORE_USERS: 422,
  ROOM_NAME_OF_GROUPS_ONLY: 422,
  /** The other one of a chat of two is no user any more. */
  COLLEAGUE_GONE: 409,
  READERS_OF_COLLEAGUES_ONLY: 422,
  /** Something else was asked for by this id before, or somebody else asked. */
  CREATION_ID_USED: 409,
  CONVERSATION_NOT_FOUND: 404,
  CONVERSATION_RESOLVED: 409,
  CONVERSATION_TAKEN: 409,
  /** Nobody holds it, and it waits elsewhere than where it was seen. */
  CONVERSATION_MOVED: 409,
  /** It waited where who asks could see it, and was moved to where they cannot. */
  CONVERSATION_OUT_OF_SIGHT: 409,
  /** By its customer, what whoever ends it or lays it aside was never shown. */
  CONVERSATION_WRITTEN_SINCE: 409,
  /** The customer, above what its writer has seen: with who it was and the place of the answer. */
  COLLEAGUE_ANSWERED: 409,
  /** Its writer is asked that of something that they sent before on the channel: this stands behind it. */
  BEHIND_ASKED: 409,
  CONVERSATION_NOT_YOURS: 403,
  CONVERSATION_NOT_HELD: 409,
  CONVERSATIONS_IN_HAND: 409,
  SNOOZE_TIME_PASSED: 422,
  SNOOZE_TOO_LONG: 422,
  SCHEDULED_NOT_FOUND: 404,
  SCHEDULED_NOT_YOURS: 403,
  /** It was sent, cancelled or taken back already. */
  SCHEDULED_SETTLED: 409,
  /** Its author has edited it in another window meanwhile. */
  SCHEDULED_CHANGED: 409,
  SCHEDULED_TIME_PASSED: 422,
  SCHEDULED_TOO_LATE: 422,
  SCHEDULED_ROOM_FULL: 422,
  /** Its time came, and whoever wrote it works here no more. */
  SCHEDULED_AUTHOR_LEFT: 409,
  /** It is not where it was put any more, was not handed on by who asks, or somebody has gone on with it: nothing is left to take back. */
  TRANSFER_GONE_ON: 409,
  TRANSFER_TOO_LATE: 409,
  /** A subject on a chat, a phone number on an e-mail. */
  DRAFT_FIELD_OF_OTHER_CHANNEL: 422,
  VIEW_NOT_FOUND: 404,
  TAG_NOT_FOUND: 404,
  VIEW_NAME_TAKEN: 409,
  VIEWS_FULL: 422,
  CHANNEL_NOT_FOUND: 404,
  CHANNEL_NOT_CONNECTED: 409,
  /** Buttons and answers to choose from, or word of what cannot be shown: not every channel takes them. */
  CHANNEL_WITHOUT_RICH_MEDIA: 422,
  /** What the channel's provider would refuse, with its limit. */
  CHANNEL_TEXT_TOO_LONG: 422,
  CHANNEL_BUTTON_TOO_LONG: 422,
  CHANNEL_PICTURE_OF_OTHER_TYPE: 422,
  CHANNEL_PICTURE_TOO_LARGE: 422,
  CHANNEL_PICTURE_ANIMATED: 422,
  CHANNEL_FILE_TOO_LARGE: 422,
  CHANNEL_TAKES_NO_PROGRAMS: 422,
  /** By SMS and e-mail go messages of those kinds, and they go nowhere else (`messageKind`). */
  MESSAGE_OF_OTHER_KIND: 422,
  /** An SMS of more parts than are sent: `count` of `limit`. */
  SMS_TOO_LONG: 422,
  EMAIL_FROM_NOT_OURS: 422,
  EMAIL_ATTACHMENTS_TOO_LARGE: 413,
  /** More files than an e-mail takes, what it passes on and what stands in its text among them: `limit`. */
  EMAIL_ATTACHMENTS_TOO_MANY: 422,
  /** More people than one e-mail goes to: `limit`. */
  EMAIL_RECIPIENTS_TOO_MANY: 422,
  EMAIL_SIGNATURE_NOT_FOUND: 404,
  EMAIL_LOOKS_TOO_LARGE: 422,
  /** What e-mails alone have was said of another message. */
  EMAIL_ONLY: 422,
  /** Of a start: our end of the channel is switched off, or nothing here speaks with its provider. */
  CHANNEL_TYPE_UNAVAILABLE: 409,
  /** Of a start in a room that was resolved when it was asked for. */
  CONVERSATION_BEGUN_MEANWHILE: 409,
  CONVERSATION_CANNOT_START: 409,
  ROOM_WITHOUT_CONVERSATIONS: 409,
  CHANNEL_CANNOT_BE_ADDED: 409,
  /** In a frame that does not fit. */
  CONVERSATION_STATE_NOT_VALID: 400,
  CHANNEL_NOT_VALID: 400,
  CHANNEL_OF_OTHER_CUSTOMER: 409,
  PHONE_NUMBER_NOT_OF_CUSTOMER: 422,
  PHONE_NUMBER_NOT_VALID: 422,
  /** Of what is in quarantine. */
  DELIVERY_NOT_FOUND: 404,
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NOT_PARTICIPANT: 403,
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_OCCUPIED: 409,
  /** The customer has left the channel. */
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_UNSUBSCRIBED: 409,
  /** A name or a short code has written. */
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NO_REPLIES: 409,
  /** Our end was switched off, or only sends out. */
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_CLOSED: 409,
  EVENT_NOT_FOUND: 404,
  NOTES_PINNED_FULL: 422,
  EVENT_NOT_RETRYABLE: 409,
  /** Another message has taken its place. */
  MESSAGE_SENT_ANEW: 409,
  /** More than words and files: no composer holds it. */
  MESSAGE_NOT_EDITABLE: 422,
  MESSAGE_NOT_YOURS: 403,
  MESSAGE_DELETED: 409,
  /** Nothing that a customer could read is changed afterwards. */
  MESSAGE_NOT_AMONG_COLLEAGUES: 422,
  /** Quotes and mentions are for colleagues: neither goes to a customer. */
  COLLEAGUES_ONLY: 422,
  /** Somebody is named who does not see the room. */
  MENTION_OUT_OF_SIGHT: 422,
  DISCUSSION_OF_CUSTOMERS_ROOMS: 422,
  USER_NOT_FOUND: 404,
  USER_ROLE_CHANGED: 401,
  ACCOUNT_NOT_FOUND: 404,
  USER_EMAIL_TAKEN: 409,
  USERNAME_TAKEN: 409,
  USER_IS_ONESELF: 422,
  USER_LAST_ADMIN: 422,
  USER_LAST_SUPER_ADMIN: 422,
  USER_ONLY_ONE_IN_QUEUE: 422,
  QUEUE_NOT_FOUND: 404,
  QUEUE_NAME_TAKEN: 409,
  /** What nothing else routes needs one: another is made it first. */
  QUEUE_IS_DEFAULT: 422,
  /** Each place where it is used is named, with the count of what is not. */
  QUEUE_IN_USE: 422,
  QUEUE_OVERFLOWS_INTO_ITSELF: 422,
  USER_IN_ACTIVE_CONVERSATION: 422,
  USER_INACTIVE: 422,
  /** Invited, and never came: whoever was never here would not see what is given to them. */
  USER_NEVER_CAME: 422,
  USER_HAS_JOINED: 409,
  USER_NOT_JOINED: 409,
  USER_PASSWORD_IS_OWN: 422,
  USER_SIGN_IN_IS_OWN: 422,
  /** With an outside provider: it cannot be asked just now. Nobody is signed out for it. */
  IDENTITY_UNREACHABLE: 503,
  /** It vouches for somebody who is nobody here. */
  IDENTITY_WITHOUT_ROLE: 403,
  IDENTITY_WITHOUT_ACCOUNT: 403,
  IDENTITY_WITHOUT_ADDRESS: 403,
  IDENTITY_ADDRESS_TAKEN: 403,
  IDENTITY_OTHER_ACCOUNT: 403,
  IDENTITY_INACTIVE: 403,
  /** It is changed there alone. */
  IDENTITY_MANAGED_ELSEWHERE: 422,
  IDENTITY_EMAIL_TAKEN: 409,
  /** What came of telling it of a change. */
  IDENTITY_REFUSES_US: 503,
  IDENTITY_ROLE_MISSING: 503,
  IDENTITY_PERSON_GONE: 503,
  IDENTITY_LETTER_FAILED: 503,
  IDENTITY_ATTRIBUTE_MISSING: 503,
  PASSWORD_WRONG: 422,
  PASSWORD_TOO_SHORT: 422,
  PASSWORD_TOO_LONG: 422,
  PASSWORD_IS_ADDRESS: 422,
  PASSWORD_COMMON: 422,
  MAIL_NOT_CONFIGURED: 422,
  SESSION_NOT_FOUND: 404,
  SECOND_FACTOR_CODE_WRONG: 422,
  SECOND_FACTOR_NOT_BEGUN: 409,
  SECOND_FACTOR_EXISTS: 409,
  SECOND_FACTOR_MISSING: 409,
  PASSKEY_NOT_FOUND: 404,
  PASSKEY_REFUSED: 422,
  WIDGET_NOT_FOUND: 404,
  /** Its account is inactive. */
  WIDGET_CLOSED: 404,
  VISITOR_SESSION_ENDED: 401,
  /** Somebody marked what they wrote as spam. */
  VISITOR_BLOCKED: 403,
  /** The form before the first message has required fields; each is named. */
  WIDGET_FORM_INCOMPLETE: 422,
  /** Not signed with the widget's secret, or the widget has none. */
  VISITOR_IDENTITY_REFUSED: 422,
  /** Nobody has answered yet: there is no conversation to send. */
  TRANSCRIPT_WITHOUT_ANSWER: 422,
  PARTICIPANTS_OF_GROUPS_ONLY: 422,
  FILE_NOT_FOUND: 404,
  FILE_TOO_LARGE: 413,
  FILE_PICTURE_TOO_LARGE: 413,
  FILE_VIDEO_TOO_LARGE: 413,
  FILE_AUDIO_TOO_LARGE: 413,
  FILE_EMPTY: 422,
  FILE_NOT_AN_IMAGE: 422,
  /** Each upload is sent once. */
  FILE_ALREADY_SENT: 409,
  /** It waits in another message that is sent later. */
  FILE_IN_OTHER_SCHEDULED: 409,
  /** Another message was sent under this id of the client. */
  CLIENT_MESSAGE_ID_USED: 409,
  CLIENT_TRANSFER_ID_USED: 409,
  /** Full disk, unreachable object storage: nothing was kept. */
  FILE_NOT_STORED: 503,
  CHANNEL_WITHOUT_FILES: 422,
  TIMESLOT_NOT_FOUND: 404,
  TIMESLOT_NAME_TAKEN: 409,
  /** Of a deletion: each place where it is used is told. */
  TIMESLOT_IN_USE: 409,
  CARRIER_NOT_FOUND: 404,
  CARRIER_NAME_TAKEN: 409,
  /** Of a deletion: its services are named. */
  CARRIER_IN_USE: 409,
  CARRIER_ADDRESS_OF_OTHER_KIND: 422,
  /** Over SMPP there is no Viber. */
  CARRIER_WITHOUT_CHANNEL: 422,
  CARRIER_SERVICE_NOT_FOUND: 404,
  CARRIER_SERVICE_TITLE_TAKEN: 409,
  /** Of a deletion: the ends of channels that speak through it are named. */
  CARRIER_SERVICE_IN_USE: 409,
  /** The same, of a change of its channel or of whether it can be answered. */
  CARRIER_SERVICE_TYPES_IN_USE: 409,
  CARRIER_SERVICE_OF_OTHER_CHANNEL: 422,
  SMS_SETTING_NOT_FOUND: 404,
  VIBER_CHANNEL_NOT_FOUND: 404,
  VIBER_SUPPORT_NOT_FOUND: 404,
  CHANNEL_END_NAME_TAKEN: 409,
  /** Of a deletion: messages went over it. */
  CHANNEL_END_WAS_USED: 409,
  /** Nobody can answer a name, and the service says that they can. */
  SENDER_NAME_ONE_WAY: 422,
  FALLBACK_SENDER_NOT_OF_ACCOUNT: 422,
  /** Of two ends with one sender nobody could say for which a message came. */
  SENDER_TAKEN: 409,
  CHAT_URI_TAKEN: 409,
  MAILBOX_NOT_FOUND: 404,
  MAILBOX_ADDRESS_TAKEN: 409,
  /** Its fields fit by themselves and not together; each that is to be mended is named, with its fault. */
  MAILBOX_UNFIT: 422,
  SIGNATURE_NOT_FOUND: 404,
  SIGNATURES_FULL: 422,
  PUSH_NOT_OFFERED: 422,
  /** Its host is none to which this installation sends. */
  PUSH_SERVICE_UNKNOWN: 422,
  PUSH_KEYS_WRONG: 422,
  /** The provider's tokens do not name the sign-in, so that nothing could end with it. */
  PUSH_SIGN_IN_UNNAMED: 422,
} as const satisfies Record<string, number>;

export type ProblemKey = keyof typeof problems;

/** The provider vouches for somebody who may not come in here: another try with the same sign-in ends the same. */
export const noAccessProblems: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'IDENTITY_WITHOUT_ROLE',
  'IDENTITY_WITHOUT_ACCOUNT',
  'IDENTITY_WITHOUT_ADDRESS',
  'IDENTITY_ADDRESS_TAKEN',
  'IDENTITY_OTHER_ACCOUNT',
  'IDENTITY_INACTIVE',
]);

/** Not refusals of what was asked: the same may be asked again, with the same client message id. */
export const passingProblems: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'ERROR_DEFAULT_MESSAGE',
  'ERROR_UNAVAILABLE',
  'ERROR_TOO_MANY_REQUESTS',
]);
