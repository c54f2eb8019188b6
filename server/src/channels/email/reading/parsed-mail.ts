/** Somebody whom a mail names. */
export interface MailAddress {
  /** As the mail calls them, one line; empty where it does not. Never part of the address. */
  name: string;
  /** What to compare and to write to: lower case, the domain in ASCII form (`xn--…`). At most 320 characters. */
  address: string;
  /** What to show: the local part as it was written, the domain in its own script. */
  shown: string;
}

/** A file of a mail. */
export interface MailPart {
  /** One line without path, at most FILE_NAME_LIMIT characters, never empty: where it came without, of its type (`attachment-2.pdf`). */
  name: string;
  /** In lower case without parameters: `image/png`. As the sender says, unless that is no type: then `application/octet-stream`. */
  type: string;
  /** Of `content`, in bytes. */
  size: number;
  /** Without angle brackets, as written; null where it has none. */
  contentId: string | null;
  /** All Content-IDs of this mail that stand for these very bytes: an inline picture that came several times is here once. */
  contentIds: string[];
  /** The HTML shows it (`cid:`): it is no attachment to list. */
  isInline: boolean;
  content: Uint8Array;
}

/** What a person must know about how a mail was read; the original always has everything. */
export type MailNotice =
  /** Longer, deeper or in more parts than what is read: something is not here. */
  | 'CUT'
  /** Not to be read within the time or memory that a mail may take: only its headers are here. */
  | 'HEADERS_ONLY'
  /** Its structure is broken; what could be read is here. */
  | 'BROKEN'
  /** Some of its bytes are no text in any character set that fits: they stand as U+FFFD. */
  | 'UNREADABLE_CHARACTERS'
  /** Outlook's `winmail.dat` could not be unpacked, and is an attachment. */
  | 'TNEF_UNREADABLE'
  /** Encrypted, or sealed in one piece (S/MIME or PGP): what it says is in the attachment, or in armour in the text. */
  | 'ENCRYPTED'
  /** There are further recipients or references than those told here. */
  | 'ADDRESSES_CUT';

/** Why a mail is taken for a machine's (RFC 3834, RFC 2369, RFC 3464): it gets no automatic answer. */
export type AutomaticReason =
  /** `Auto-Submitted` other than `no`. */
  | 'AUTO_SUBMITTED'
  /** `Precedence` bulk, list, junk or auto_reply. */
  | 'PRECEDENCE'
  /** Its sender wants no automatic answers: `X-Auto-Response-Suppress`. */
  | 'RESPONSE_SUPPRESSED'
  /** `List-Id`, `List-Unsubscribe`, `List-Post`. */
  | 'LIST'
  /** `X-Autoreply`, `X-Autorespond`, `X-Auto-Reply`, `X-Loop` and the like. */
  | 'AUTO_REPLY_HEADER'
  | 'EMPTY_RETURN_PATH'
  /** Its sender is `mailer-daemon`, `postmaster`, `no-reply`, `bounce` and the like, or nobody. */
  | 'MAILER_DAEMON'
  /** `multipart/report`, or a text that says that a mail could not be delivered. */
  | 'REPORT'
  /** Only its subject says so: a person may have written it all the same. */
  | 'SUBJECT';

export interface AutomaticMail {
  /** At least one, each once. SUBJECT alone: not certain. */
  reasons: AutomaticReason[];
  /** Somebody's note of absence: YES by its headers and subject, LIKELY by its subject alone. */
  outOfOffice: 'YES' | 'LIKELY' | 'NO';
}

export type DeliveryAction = 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';

/** What a server says of one recipient (RFC 3464). */
export interface ReportedRecipient {
  /** Settled like `MailAddress.address`; null where the report names none that can be read. */
  address: string | null;
  /** As the sender wrote it (`Original-Recipient`), where it differs by a redirection. */
  originalAddress: string | null;
  action: DeliveryAction;
  /** `5.1.1`; null where none stands there (RFC 3463). */
  status: string | null;
  /** The other server's words, one line, at most 1000 characters; empty where there are none. */
  diagnostic: string;
}

export interface DeliveryReport {
  /** REPORT: `message/delivery-status`. TEXT: understood from a plain text, where `status` is what stands in it. */
  kind: 'REPORT' | 'TEXT';
  /** At least one. */
  recipients: ReportedRecipient[];
  /** Message-ID of the mail that is reported on, `<…>`: from its headers where the report brings them, else what the report says to answer; null without either. */
  originalMessageId: string | null;
}

/** A run of `text`: from `start`, in UTF-16 units, to the end of the text. */
export interface QuotedHistory {
  /** Where what was said before begins; the writer's own words stand before it. `text.length` where nothing is quoted. */
  textStart: number;
  /** The same in `html`, at the beginning of a tag or of a line of words; `html.length` where nothing is quoted, null without HTML. */
  htmlStart: number | null;
}

/**
 * What a mail says: plain, and fit for `structuredClone`. Every string is well-formed Unicode without NUL, and bounded. Nothing of it has been
 * made harmless: names, subjects and HTML are the sender's.
 */
export interface ParsedMail {
  /** `<…>` as written; null where it is missing, empty or longer than 998 characters. */
  messageId: string | null;
  /** The first of `In-Reply-To`, `<…>`; null where there is none. */
  inReplyTo: string | null;
  /** Oldest first, `<…>` each; of more than 40 the first 20 and the last 20. */
  references: string[];
  /** Null where the mail names nobody to whom one could write. */
  from: MailAddress | null;
  /** What stands in `From` besides, or instead of, an address; empty where nothing does. */
  fromName: string;
  sender: MailAddress | null;
  replyTo: MailAddress[];
  /** At most 500 of each, in the order of the mail and each once; what is no address is left out. */
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
  /** Settled addresses of `Delivered-To`, `X-Original-To`, `Envelope-To`, each once: whom the servers brought it to. */
  deliveredTo: string[];
  /** Settled; '' for `<>`; null where no server wrote one. */
  returnPath: string | null;
  /** Decoded, one line, at most EMAIL_SUBJECT_LIMIT characters; empty where there is none. */
  subject: string;
  /**
   * When it says that it was written, ISO 8601 in UTC; null where that is missing or absurd: before 1990, more than a day ahead, in a zone that does not
   * exist. Never after the time of reading.
   */
  date: string | null;
  /** What it says, lines ended by `\n`, at most EMAIL_TEXT_LIMIT; made of the HTML where it brings no text. */
  text: string;
  /** How it looks, decoded, `cid:` kept, at most EMAIL_HTML_LIMIT and no half tag at the end; null where it brings none. */
  html: string | null;
  quoted: QuotedHistory;
  /** Files, in the order of the mail. */
  parts: MailPart[];
  notices: MailNotice[];
  /** Null: nothing says that a machine wrote it. */
  automatic: AutomaticMail | null;
  /** Null: it reports no delivery. */
  report: DeliveryReport | null;
  /** It is a notice that a mail was displayed (RFC 8098): the Message-ID of that mail, null where it does not name it. Null: it is none. */
  displayed: { originalMessageId: string | null } | null;
  /** Raw values of `Authentication-Results`, topmost first, at most 20: whoever stands first wrote last. */
  authenticationResults: string[];
}
