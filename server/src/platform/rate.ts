import type { CountExchange } from './nats/count.exchange.ts';

// A bucket for each address. The oldest addresses are dropped first, so that a flood of addresses uses no extra memory.

export type RateLimit = {
  /** Takes one token from the address's bucket; false if it is empty. */
  take(address: string, nowMs: number): boolean;
  /** Returns a token that was not used. */
  giveBack(address: string): void;
};

export type RateOptions = {
  perSecond: number;
  burst?: number;
  addresses?: number;
  /** With it, all nodes take from one bucket, under this name. */
  shared?: { exchange: CountExchange; name: string; now: () => number } | undefined;
};

type Bucket = { left: number; at: number; unsent: number };

export function createRate(options: RateOptions): RateLimit {
  const { perSecond, shared } = options;
  const burst = options.burst ?? perSecond;
  const cap = options.addresses ?? 10_000;
  const buckets = new Map<string, Bucket>();
  // An address is sent from a part of the burst on, so that most are never sent.
  const leastSent = burst / 50;

  const filled = (address: string, nowMs: number): Bucket => {
    let bucket = buckets.get(address);
    if (bucket === undefined) {
      if (buckets.size >= cap) for (const oldest of buckets.keys()) if (buckets.delete(oldest)) break;
      bucket = { left: burst, at: nowMs, unsent: 0 };
      buckets.set(address, bucket);
    }
    const added = Math.max(0, nowMs - bucket.at) * (perSecond / 1_000);
    bucket.left = Math.min(burst, bucket.left + added);
    bucket.at = nowMs;
    return bucket;
  };

  const taken = (address: string, bucket: Bucket, tokens: number): void => {
    bucket.left = Math.min(burst, bucket.left - tokens);
    if (!shared) return;
    bucket.unsent += tokens;
    if (bucket.unsent === 0 || (bucket.unsent > 0 && burst - bucket.left < leastSent)) return;
    shared.exchange.send(shared.name, address, bucket.unsent, 0);
    bucket.unsent = 0;
  };

  shared?.exchange.receive(shared.name, (address, tokens) => {
    const bucket = filled(address, shared.now());
    // Several nodes can take the last token at once. That many more are missing afterwards.
    bucket.left = Math.max(-burst, Math.min(burst, bucket.left - tokens));
  });

  return {
    take(address, nowMs) {
      const bucket = filled(address, nowMs);
      if (bucket.left < 1) return false;
      taken(address, bucket, 1);
      return true;
    },
    giveBack(address) {
      const bucket = buckets.get(address);
      if (bucket !== undefined) taken(address, bucket, -1);
    },
  };
}
