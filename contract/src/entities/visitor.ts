import * as z from 'zod/mini';
import { VisitorConversation, VisitorEvent } from '../frames/visitor.ts';
import type { FileLimits } from './file.ts';
import { Count, EmailAddress, formText, Id, Instant, requiredText } from './primitives.ts';
import { VisitorPage } from './visitor-page.ts';
import type { WidgetAppearance } from './widget.ts';

/**
 * What the chat's page carries in its data block, so that the first picture needs no request. Not a schema: the server
 * writes it into the very document whose script reads it, and the schemas' part of that script must stay small.
 */
export interface ChatPage {
  widget: WidgetAppearance;
  /** What its colours make readable, as custom properties of the page. */
  colours: Readonly<Record<string, string>>;
  /** Sites that may hold the chat: origins, `https://*.example.com`, or `*`. The frame talks to no other page. */
  allowedSites: readonly string[];
  /** Bytes of the largest files that the installation takes. */
  uploadLimits: FileLimits;
  /** Whether the conversation can be sent to an e-mail address. */
  sendsMail: boolean;
  /** The catalogue's texts for the widget, in its language: a visitor loads one language only. */
  words: Readonly<Record<string, string>>;
}

export const VISITOR_PAGE_SIZE = 30;

/** A session that was started; its secret is told only here. */
export const VisitorSession = z.object({ secret: z.string() });
export type VisitorSession = z.infer<typeof VisitorSession>;

export const VisitorTicket = z.object({ ticket: z.string() });

/** A page of what was said, ascending, and where the conversation stands. */
export const VisitorHistory = z.object({
  content: z.array(VisitorEvent),
  /** Nothing is older than this page. */
  last: z.boolean(),
  conversation: VisitorConversation,
  lastChannelSeq: Count,
  /** The server's clock: the visitor's own is never asked. */
  now: Instant,
});
export type VisitorHistory = z.infer<typeof VisitorHistory>;

/** As people write telephone numbers: digits, at least five of them, with what is put between. */
export const PhoneNumber = /* @__PURE__ */ z.string().check(
  /* @__PURE__ */ z.trim(),
  /* @__PURE__ */ z.maxLength(40),
  /* @__PURE__ */ z.refine((text) => /^\+?[\d\s()./-]+$/.test(text) && text.replaceAll(/\D/g, '').length >= 5, {
    error: 'NOT_A_PHONE_NUMBER',
  }),
);

/** What a visitor tells of themselves. Nothing of it is proved: it recognises nobody (domain: live chat). */
export const VisitorDetails = /* @__PURE__ */ z.object({
  name: /* @__PURE__ */ z.optional(/* @__PURE__ */ requiredText(120)),
  email: /* @__PURE__ */ z.optional(EmailAddress),
  phone: /* @__PURE__ */ z.optional(PhoneNumber),
  /** Agreed to what the privacy policy says. */
  consent: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.literal(true)),
  /** Address of the policy that was shown with it; empty where none was. Left out, it is the one that the widget has now. */
  consentTo: /* @__PURE__ */ z.optional(/* @__PURE__ */ formText(2048)),
});
export type VisitorDetails = z.infer<typeof VisitorDetails>;

/** What of the form a session has been told; what is stored of it does not go back. */
export const VisitorDetailsAnswer = /* @__PURE__ */ z.object({
  told: /* @__PURE__ */ z.array(/* @__PURE__ */ z.enum(['name', 'email', 'phone', 'consent'])),
});

/** Who the site says that its visitor is: `signature` is the HMAC-SHA256 of `userId` with the widget's secret, in hexadecimal. */
export const VisitorIdentity = /* @__PURE__ */ z.object({
  userId: /* @__PURE__ */ requiredText(200),
  signature: /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.regex(/^[0-9a-f]{64}$/i)),
});
export type VisitorIdentity = z.infer<typeof VisitorIdentity>;

/** ANOTHER: this session is already somebody else; a new one must be started with the identity. */
export const VisitorIdentityAnswer = /* @__PURE__ */ z.object({ session: /* @__PURE__ */ z.enum(['SAME', 'ANOTHER']) });

/** That nothing is taken from a visitor any more, and who decided it. */
export const VisitorBlock = /* @__PURE__ */ z.object({
  /** Whether it holds for everybody who writes from the same network, too. */
  network: /* @__PURE__ */ z.boolean(),
  reason: /* @__PURE__ */ z.string(),
  at: Instant,
  byName: /* @__PURE__ */ z.string(),
});
export type VisitorBlock = z.infer<typeof VisitorBlock>;

export const NewVisitorBlock = /* @__PURE__ */ z.object({
  network: /* @__PURE__ */ z.boolean(),
  reason: /* @__PURE__ */ formText(300),
});
export type NewVisitorBlock = z.infer<typeof NewVisitorBlock>;

/** One of an account's blocked visitors, for those who run its website's chat. */
export const BlockedVisitor = /* @__PURE__ */ z.extend(VisitorBlock, {
  id: Id,
  roomId: Id,
  /** Null for one who never gave a name. */
  name: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  /** The address, or of IPv6 the household's part, that is blocked too; null for this visitor alone. */
  address: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
});
export type BlockedVisitor = z.infer<typeof BlockedVisitor>;

/** What agents learn of a customer beside the talk. Of a live-chat customer all of it is what the visitor or the site says. */
export const CustomerFacts = /* @__PURE__ */ z.object({
  /** Null in rooms without a customer. */
  contact: /* @__PURE__ */ z.nullable(
    /* @__PURE__ */ z.object({
      name: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
      language: /* @__PURE__ */ z.string(),
      timezone: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
      since: Instant,
    }),
  ),
  /** The customer's own address on each channel that has one a person can read. */
  addresses: /* @__PURE__ */ z.array(/* @__PURE__ */ z.object({ channelId: Id, address: /* @__PURE__ */ z.string() })),
  /** The channels over which nothing was ever said, each with its time as the room tells it: once that is another, something was. */
  unused: /* @__PURE__ */ z.array(/* @__PURE__ */ z.object({ channelId: Id, timestamp: Instant })),
  details: /* @__PURE__ */ z.nullable(
    /* @__PURE__ */ z.object({
      name: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
      email: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
      phone: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
      consentAt: /* @__PURE__ */ z.nullable(Instant),
      /** Address of the policy that was agreed to; empty when the widget had none. */
      consentTo: /* @__PURE__ */ z.string(),
    }),
  ),
  /** By whom the site knows them, proved by its signature. */
  siteUserId: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  page: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.extend(/* @__PURE__ */ z.omit(VisitorPage, { cameFrom: true }), { at: Instant })),
  /** Where they were in the same session before that, the latest first; `at` is when they came there. */
  earlierPages: /* @__PURE__ */ z.array(
    /* @__PURE__ */ z.object({ title: /* @__PURE__ */ z.string(), address: /* @__PURE__ */ z.string(), at: Instant }),
  ),
  /** The page of another site from which they first came to this one; null where none was told. */
  cameFrom: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  /** Whether there is a live chat to block. */
  canBlock: /* @__PURE__ */ z.boolean(),
  block: /* @__PURE__ */ z.nullable(VisitorBlock),
});
export type CustomerFacts = z.infer<typeof CustomerFacts>;

/** How it stands with who waits. All is null while nobody waits in a queue. */
export const VisitorWaiting = /* @__PURE__ */ z.object({
  /** 1: next. */
  place: /* @__PURE__ */ z.nullable(Count),
  /** Whether anybody of the queue is at work: ready, or busy with conversations. */
  isAnybodyThere: /* @__PURE__ */ z.boolean(),
  /** How long the last twenty waited there, the middle one of them; null: too few have to say it, or nobody is at work. */
  usualSeconds: /* @__PURE__ */ z.nullable(Count),
  /** While the queue is closed: when somebody is back. */
  opensAt: /* @__PURE__ */ z.nullable(Instant),
});
export type VisitorWaiting = z.infer<typeof VisitorWaiting>;
