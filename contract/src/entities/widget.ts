import * as z from 'zod/mini';
import { isAllowedSiteEntry } from '../allowed-sites.ts';
import { formText, Id, requiredText } from './primitives.ts';
import { Locale } from './user.ts';

const Color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i));

/** What a website's visitor may know of a widget (administration, section 3). */
export const WidgetAppearance = z.object({
  id: Id,
  name: z.string(),
  language: Locale,
  headerText: z.string(),
  welcomeMessage: z.string(),
  primaryColor: Color,
  secondaryColor: Color,
});
export type WidgetAppearance = z.infer<typeof WidgetAppearance>;

/** In minutes: from one to a year. */
export const SessionMinutes = z.int().check(z.minimum(1), z.maximum(525_600));
export const ALLOWED_SITES_LIMIT = 50;

/** What an administrator fills in of a widget (administration, section 3, "Widget"). */
export const widgetFields = {
  name: requiredText(100),
  description: formText(500),
  language: Locale,
  headerText: formText(100),
  welcomeMessage: formText(500),
  primaryColor: Color,
  secondaryColor: Color,
  /** How long a visitor is known after the last activity. */
  sessionMinutes: SessionMinutes,
  /** Sites that may hold it: `https://shop.example`, `https://*.example.com`, or `*` for any. None: nobody may. */
  allowedSites: z
    .array(z.string().check(z.maxLength(255), z.refine(isAllowedSiteEntry, { error: 'NOT_A_SITE' })))
    .check(z.maxLength(ALLOWED_SITES_LIMIT)),
};

/** A widget as its administrators see it. */
export const WidgetDetails = z.object({ id: Id, accountId: Id, ...widgetFields });
export type WidgetDetails = z.infer<typeof WidgetDetails>;
