/** How many messages of one channel application may be at its provider at once: one that hangs must not take every worker. */
export const MOST_AT_ONCE = 8;

/** Keeps each channel application below what its provider takes. Per process: several processes share by the provider's own refusals. */
export interface Pace {
  /** Takes the next free moment. @returns 0 when it is now, else how many ms until it may be tried again; then nothing is taken. */
  reserve(channelApplicationId: string, perSecond: number | null, now?: number): number;
  /** Begins to ask the provider. @returns false when as many are under way as may be; then nothing has begun. */
  begin(channelApplicationId: string): boolean;
  end(channelApplicationId: string): void;
  /** The channel applications for which nothing more may begin now. */
  full(): string[];
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
      const count = underWay.get(channelApplicationId) ?? 0;
      if (count >= MOST_AT_ONCE) return false;
      underWay.set(channelApplicationId, count + 1);
      return true;
    },
    end(channelApplicationId) {
      const count = underWay.get(channelApplicationId) ?? 0;
      if (count > 1) underWay.set(channelApplicationId, count - 1);
      else underWay.delete(channelApplicationId);
    },
    full: () => [...underWay].flatMap(([id, count]) => (count >= MOST_AT_ONCE ? [id] : [])),
  };
}
