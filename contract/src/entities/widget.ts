import * as z from 'zod/mini';
import { isAllowedSiteEntry } from '../allowed-sites.ts';
import { AccountLanguage } from './account.ts';
import { formLines, formText, Id, Instant, requiredText, WebAddress } from './primitives.ts';
import { Locale } from './user.ts';

const Color = /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.regex(/^#[0-9a-f]{6}$/i));

/** Whether the form before the first message has a field, and whether it may be left empty. */
export const Asked = /* @__PURE__ */ z.enum(['NO', 'OPTIONAL', 'REQUIRED']);
export type Asked = z.infer<typeof Asked>;

/** What a visitor is asked before the first message (administration, section 3: gather-visitor-info). */
export const WidgetForm = /* @__PURE__ */ z.object({ name: Asked, email: Asked, phone: Asked, consent: Asked });
export type WidgetForm = z.infer<typeof WidgetForm>;

/** What a website's visitor may know of a widget (administration, section 3). */
export const WidgetAppearance = z.object({
  id: Id,
  name: z.string(),
  /** Of its buttons and messages, for this visitor. */
  language: Locale,
  headerText: z.string(),
  welcomeMessage: z.string(),
  /** Whether it says that nobody is there, in place of its greeting. */
  nobodyThere: z.boolean(),
  /** While the queue of new conversations is closed: when it opens. */
  opensAt: z.nullable(Instant),
  primaryColor: Color,
  secondaryColor: Color,
  /** Empty for none. */
  privacyUrl: z.string(),
  form: WidgetForm,
});
export type WidgetAppearance = z.infer<typeof WidgetAppearance>;

/** In minutes: from one to a year. */
export const SessionMinutes = z.int().check(z.minimum(1), z.maximum(525_600));
export const ALLOWED_SITES_LIMIT = 50;

/** What an administrator fills in of a widget (administration, section 3, "Widget"). */
export const widgetFields = {
  name: requiredText(100),
  description: formLines(500),
  /** Beyond the catalogue's two its own texts are English (domain: account languages). */
  language: AccountLanguage,
  /** Whether it speaks the visitor's language where it can, or `language` always. */
  followsVisitor: z.boolean(),
  headerText: formText(100),
  welcomeMessage: formLines(500),
  primaryColor: Color,
  secondaryColor: Color,
  /** How long a visitor is known after the last activity. */
  sessionMinutes: SessionMinutes,
  /** How long after the conversation was resolved a visitor is still known; null: as long as without that. */
  resetAfterMinutes: z.nullable(SessionMinutes),
  /** How long a visitor who gave an address must have had no chat open before answers go by letter, where something brings letters. */
  letterAfterMinutes: z.int().check(z.minimum(1), z.maximum(1440)),
  privacyUrl: WebAddress,
  form: WidgetForm,
  /** Whether the chat says so, and asks for an e-mail address, when nobody is there. */
  closedForm: z.boolean(),
  /** Sites that may hold it: `https://shop.example`, `https://*.example.com`, or `*` for any. None: nobody may. */
  allowedSites: z
    .array(z.string().check(z.maxLength(255), z.refine(isAllowedSiteEntry, { error: 'NOT_A_SITE' })))
    .check(z.maxLength(ALLOWED_SITES_LIMIT)),
};

/** A widget as its administrators see it. */
export const WidgetDetails = z.object({ id: Id, accountId: Id, ...widgetFields, hasIdentitySecret: z.boolean() });
export type WidgetDetails = z.infer<typeof WidgetDetails>;

/** A new secret, with which the site's own server signs who its visitors are; told only here. */
export const IdentitySecret = z.object({ secret: z.string() });
