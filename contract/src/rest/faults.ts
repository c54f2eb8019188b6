import * as z from 'zod/mini';
import { route } from './access.ts';

/** Of a call that was under way: names of ours and where they stand, and nothing that anybody wrote. */
const FaultFrame = z.object({
  function: z.string().check(z.regex(/^[\w$.<>[\] ]{0,120}$/)),
  /** Path of a file that this server gave out. */
  file: z.string().check(z.regex(/^\/[\w./@~-]{1,199}$/)),
  line: z.int().check(z.minimum(0), z.maximum(10_000_000)),
  column: z.int().check(z.minimum(0), z.maximum(10_000_000)),
});

/** A fault in the browser as it is told: its kind and its place. What it says stays there, since it may quote what people write. */
export const BrowserFault = z.object({
  type: z.string().check(z.regex(/^[A-Za-z_$][\w$]{0,79}$/)),
  /** Innermost first. */
  frames: z.array(FaultFrame).check(z.maxLength(20)),
  /** Address of the page, with `$id` in the place of ids. */
  page: z.string().check(z.regex(/^\/[\w$/.-]{0,199}$/)),
});
export type BrowserFault = z.infer<typeof BrowserFault>;

/** The error service of communications, section 8: faults of browsers go to it by way of the server. */
export const faults = {
  report: route(['profile', 'read'], 'POST', '/users/me/faults', 'Tell of a fault in my browser')
    .input(z.object({ body: BrowserFault }))
    .output(z.object({})),
};
