import * as z from 'zod/mini';

export * from './timings.ts';

/** Each frame on the wire: `{type, id, payload}`; an answer repeats the id of what it answers. */
export const Envelope = z.object({
  type: /* @__PURE__ */ z.string().check(z.maxLength(40)),
  id: /* @__PURE__ */ z.string().check(z.maxLength(64)),
  payload: z.unknown(),
});
export type Envelope = z.infer<typeof Envelope>;

export type FrameTable = Readonly<Record<string, z.ZodMiniType>>;
/** One frame of a table, typed by its kind. */
export type FrameOf<Table extends FrameTable, Kind extends keyof Table = keyof Table> = {
  [K in Kind]: { type: K; id: string; payload: z.infer<Table[K]> };
}[Kind];
