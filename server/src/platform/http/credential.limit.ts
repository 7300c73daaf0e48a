import type { Clock } from '../clock.ts';
import type { CountExchange } from '../nats/count.exchange.ts';
import { createRate } from '../rate.ts';
import { Refusal } from '../refusal.ts';

// Checking a token or a signature costs a database transaction, so the wrong ones of a client are limited. Credentials
// that were valid before don't count, so that nobody is locked out by someone who shares their IP address.

const wrongPerMinute = 120;
const mostRemembered = 10_000;

const message =
  'Too many requests from your IP address had an invalid token or signature. Check it and try again in a minute.';

/** One check of a credential. Until it is accepted or canceled it counts as wrong. */
export type Attempt = {
  accept(): void;
  /** It was valid before and no longer is. */
  reject(): void;
  /** It could not be checked. */
  cancel(): void;
};

export type CredentialLimit = {
  /** Refuses with `rate_limited` if this client has tried too many wrong credentials. */
  begin(client: string, credential: string): Attempt;
};

export function createCredentialLimit(clock: Clock, exchange?: CountExchange): CredentialLimit {
  const shared = exchange && { exchange, name: 'credentials', now: () => clock.now().getTime() };
  const rate = createRate({ perSecond: wrongPerMinute / 60, burst: wrongPerMinute, shared });
  const accepted = new Set<string>();

  const remember = (credential: string): void => {
    accepted.delete(credential);
    if (accepted.size >= mostRemembered) for (const oldest of accepted) if (accepted.delete(oldest)) break;
    accepted.add(credential);
  };

  return {
    begin(client, credential) {
      const isCounted = !accepted.has(credential);
      if (isCounted && !rate.take(client, clock.now().getTime()))
        throw new Refusal('rate_limited', { message, retryAfterSeconds: 60 });
      const cancel = (): void => {
        if (isCounted) rate.giveBack(client);
      };
      return {
        accept() {
          cancel();
          remember(credential);
        },
        reject: () => void accepted.delete(credential),
        cancel,
      };
    },
  };
}

/** Used if the limits are off, for load tests. */
export const noCredentialLimit: CredentialLimit = {
  begin: () => ({ accept: () => undefined, reject: () => undefined, cancel: () => undefined }),
};
