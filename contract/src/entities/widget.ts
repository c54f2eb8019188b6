import * as z from 'zod/mini';
import { formText, Id, requiredText, WebAddress } from './primitives.ts';
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
  language: Locale,
  headerText: z.string(),
  welcomeMessage: z.string(),
  primaryColor: Color,
  secondaryColor: Color,
  /** Empty for none. */
  privacyUrl: z.string(),
  form: WidgetForm,
});
export type WidgetAppearance = z.infer<typeof WidgetAppearance>;

const Minutes = /* @__PURE__ */ z.int().check(/* @__PURE__ */ z.minimum(1), /* @__PURE__ */ z.maximum(525_600));

/** Fields of a widget that a PATCH replaces (administration, section 3). */
export const widgetFields = {
  name: /* @__PURE__ */ requiredText(120),
  description: /* @__PURE__ */ formText(500),
  language: Locale,
  headerText: /* @__PURE__ */ formText(60),
  welcomeMessage: /* @__PURE__ */ formText(500),
  primaryColor: Color,
  secondaryColor: Color,
  privacyUrl: WebAddress,
  form: WidgetForm,
  /** Since the last activity of either side. */
  sessionMinutes: Minutes,
  /** Since the conversation was resolved; null: never. */
  resetAfterMinutes: /* @__PURE__ */ z.nullable(Minutes),
  /** Whether the chat says so, and asks for an e-mail address, when nobody is there. */
  closedForm: /* @__PURE__ */ z.boolean(),
};

/** A widget as its admins see it. The secret is told only when it is made. */
export const WidgetSettings = /* @__PURE__ */ z.object({ id: Id, ...widgetFields, hasIdentitySecret: /* @__PURE__ */ z.boolean() });
export type WidgetSettings = z.infer<typeof WidgetSettings>;

/** A new secret, with which the site's own server signs who its visitors are; told only here. */
export const IdentitySecret = /* @__PURE__ */ z.object({ secret: /* @__PURE__ */ z.string() });
