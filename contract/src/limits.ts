export const ROOM_LIST_SIZE = 1000;

/** So many conversations may be resolved by one request. */
export const RESOLVED_AT_ONCE = 100;

/** Letters of what rooms are searched by. */
export const ROOM_SEARCH_LIMIT = 100;

/** So many of one kind (queues, agents) may be chosen in a filter of rooms. */
export const FILTER_CHOICES_LIMIT = 50;

/**
 * Beside their work a client says every 10 s of so many rooms how it holds them: the open one, those that stand on the screen, and of each list beyond
 * the work so many of the newest. Of such a list the server compares so many of its newest: one more than are read one by one.
 */
export const LOOKED_AT_LIMIT = 200;
export const NEWEST_TOLD = 50;
export const NEWEST_COMPARED = 21;

/** Letters in the name of a view of the room list; so many views of one owner; and how far the rooms of each are counted. */
export const SAVED_VIEW_NAME_LIMIT = 60;
export const SAVED_VIEWS_LIMIT = 20;
export const SAVED_VIEW_COUNTED = 100;

export const EVENT_PAGE_SIZE = 30;

/** Letters in the name of a group. */
export const ROOM_NAME_LIMIT = 120;

/** So many notes of one room may stand beside the talk. */
export const PINNED_NOTES_LIMIT = 20;

/** So many past conversations are told at once. */
export const PAST_CONVERSATIONS_SIZE = 10;

/** So many linked rooms are told at once. */
export const LINKED_ROOMS_SIZE = 10;

/** So many pages of one visit are kept beside the present one. */
export const EARLIER_PAGES_LIMIT = 50;

export const MESSAGE_TEXT_LIMIT = 10_000;

/** Characters of a telephone number as a channel's address: 15 digits by E.164, and its plus. */
export const PHONE_NUMBER_LIMIT = 16;

/** A conversation is snoozed for so many days at most. */
export const MOST_SNOOZE_DAYS = 90;

/** So many messages of one room may wait to be sent later, and for so many days at most. */
export const SCHEDULED_IN_ROOM = 20;
export const MOST_SCHEDULED_DAYS = 365;

/** What one upload may weigh unless the installation says otherwise (domain: limits), in bytes. */
export const UPLOAD_LIMIT = 25 * 1024 * 1024;

export const FILE_NAME_LIMIT = 255;

/** So many files may hang on what is being written; on an e-mail `EMAIL_ATTACHMENTS_LIMIT`. */
export const ATTACHMENTS_LIMIT = 10;

/** A draft may be longer than what can be sent: it is shortened before, and nothing of it is lost. */
export const DRAFT_TEXT_LIMIT = 5 * MESSAGE_TEXT_LIMIT;

/** Subject, sender and each address of a draft. */
export const DRAFT_FIELD_LIMIT = 1000;
export const DRAFT_RECIPIENTS_LIMIT = 100;

/** So many drafts come on a page. */
export const DRAFT_PAGE_SIZE = 100;

/** So many words of other windows stay beside a draft; beyond that the oldest go. */
export const OTHER_DRAFTS_LIMIT = 20;

/** Files are fetched by URLs that are valid this long (domain: identity), in milliseconds. */
export const FILE_URL_LIFETIME = 10 * 60_000;

/** So many colleagues may be named in one text. */
export const MENTIONS_LIMIT = 50;

/**
 * So many earlier versions of a message are kept and told: the first, which nobody edits away, and the latest; those between them go.
 */
export const EARLIER_WORDS_LIMIT = 50;

/** Files that hang on one e-mail, how many people it goes to, and characters of its subject (RFC 5322 allows a line no more). */
export const EMAIL_ATTACHMENTS_LIMIT = 20;
export const EMAIL_ATTACHMENTS_BYTES = 25 * 1024 * 1024;
export const EMAIL_RECIPIENTS_LIMIT = 100;
export const EMAIL_SUBJECT_LIMIT = 998;

/** Signs of an e-mail address (RFC 5321, 4.5.3.1: 64 of its local part, 255 of its domain), and of one behind a name. */
export const EMAIL_ADDRESS_LIMIT = 320;
export const RECIPIENT_LIMIT = 400;

/** So many addresses are suggested at once. */
export const ADDRESSES_OFFERED = 10;

/** So much of an e-mail's text, and of its looks, is kept, in UTF-16 units: far above what people write; what is longer says that it was cut. */
export const EMAIL_TEXT_LIMIT = 100_000;
export const EMAIL_HTML_LIMIT = 1_000_000;

/** So much of the first line of what is quoted is told. */
export const QUOTE_LENGTH = 200;

/** So many answers may be offered to choose from; letters of each, and of a button. */
export const MESSAGE_OPTIONS_LIMIT = 20;
export const BUTTON_TEXT_LIMIT = 200;

/** Signs of the id that a client gives to what it sends. Here, and not beside its schema, since the schemas are no part of an open room. */
export const CLIENT_MESSAGE_ID_LIMIT = 64;
