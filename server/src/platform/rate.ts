// A bucket for each address. The oldest addresses are dropped first, so that a flood of addresses uses no extra memory.

export type RateLimit = {
  /** Takes one token from the address's bucket; false if it is empty. */
  take(address: string, nowMs: number): boolean;
  /** Returns a token that was not used. */
  giveBack(address: string): void;
};

export function createRate(options: { perSecond: number; burst?: number; addresses?: number }): RateLimit {
  const { perSecond } = options;
  const burst = options.burst ?? perSecond;
  const cap = options.addresses ?? 10_000;
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(address, nowMs) {
      let bucket = buckets.get(address);
      if (bucket === undefined) {
        if (buckets.size >= cap) for (const oldest of buckets.keys()) if (buckets.delete(oldest)) break;
        bucket = { left: burst, at: nowMs };
        buckets.set(address, bucket);
      }
      const filled = Math.max(0, nowMs - bucket.at) * (perSecond / 1_000);
      bucket.left = Math.min(burst, bucket.left + filled);
      bucket.at = nowMs;
      if (bucket.left < 1) return false;
      bucket.left -= 1;
      return true;
    },
    giveBack(address) {
      const bucket = buckets.get(address);
      if (bucket !== undefined) bucket.left = Math.min(burst, bucket.left + 1);
    },
  };
}
