import * as z from 'zod/mini';
import { Id } from './primitives.ts';
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
