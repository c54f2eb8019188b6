import * as z from 'zod/mini';
import { formText, requiredText, WebAddress } from './primitives.ts';

export const PAGE_VALUES_LIMIT = 20;

/** The page that a visitor is on, as it says of itself. `cameFrom`: the page of another site that led to this one. */
export const VisitorPage = /* @__PURE__ */ z.object({
  title: /* @__PURE__ */ formText(300),
  address: WebAddress,
  values: /* @__PURE__ */ z
    .record(/* @__PURE__ */ requiredText(60), /* @__PURE__ */ formText(300))
    .check(/* @__PURE__ */ z.refine((values) => Object.keys(values).length <= PAGE_VALUES_LIMIT, { error: 'TOO_MANY' })),
  cameFrom: /* @__PURE__ */ z.optional(WebAddress),
});
export type VisitorPage = z.infer<typeof VisitorPage>;
