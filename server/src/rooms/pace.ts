/** Keeps each channel application below what its provider takes. Per process: several processes share by the provider's own refusals. */
export interface Pace {
  /** Takes the next free moment. @returns 0 when it is now, else how many ms until it may be tried again; then nothing is taken. */
  reserve(channelApplicationId: string, perSecond: number | null, now?: number): number;
}

/** Up to one second's worth may go at once. */
export function createPace(): Pace {
  const nextAt = new Map<string, number>();
  return {
    reserve(channelApplicationId, perSecond, now = performance.now()) {
      if (perSecond === null) return 0;
      const next = Math.max(nextAt.get(channelApplicationId) ?? 0, now - 1000);
      if (next > now) return Math.ceil(next - now);
      nextAt.set(channelApplicationId, next + 1000 / perSecond);
      return 0;
    },
  };
}
