/** How many messages of one channel application may be at its provider at once: one that hangs must not take every worker. */
export const MOST_AT_ONCE = 8;

/** Keeps each channel application below what its provider takes. Per process: several processes share by the provider's own refusals. */
export interface Pace {
  /** Takes the next free moment. @returns 0 when it is now, else how many ms until it may be tried again; then nothing is taken. */
  reserve(channelApplicationId: string, perSecond: number | null, now?: number): number;
  /** One more of its messages is claimed; `end` when it is done with. */
  begin(channelApplicationId: string): void;
  end(channelApplicationId: string): void;
  /** How many each channel application has under way. */
  underWay(): ReadonlyMap<string, number>;
}

/** Up to one second's worth may go at once. */
export function createPace(): Pace {
  const nextAt = new Map<string, number>();
  const underWay = new Map<string, number>();
  return {
    reserve(channelApplicationId, perSecond, now = performance.now()) {
      if (perSecond === null) return 0;
      const next = Math.max(nextAt.get(channelApplicationId) ?? 0, now - 1000);
      if (next > now) return Math.ceil(next - now);
      nextAt.set(channelApplicationId, next + 1000 / perSecond);
      return 0;
    },
    begin(channelApplicationId) {
      underWay.set(channelApplicationId, (underWay.get(channelApplicationId) ?? 0) + 1);
    },
    end(channelApplicationId) {
      const count = underWay.get(channelApplicationId) ?? 0;
      if (count > 1) underWay.set(channelApplicationId, count - 1);
      else underWay.delete(channelApplicationId);
    },
    underWay: () => underWay,
  };
}
