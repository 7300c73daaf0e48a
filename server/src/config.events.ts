import * as z from 'zod/mini';
import { type NatsAddress, natsAddressRule, readNatsAddress } from './platform/nats/connection.ts';

export const eventsVariables = {
  EVENTS_URL: z.optional(z.string().check(z.refine((text) => readNatsAddress(text) !== undefined, natsAddressRule))),
};

/** undefined: PostgreSQL carries the notices. */
export function eventsUrlOf(values: { EVENTS_URL?: string | undefined }): NatsAddress | undefined {
  return values.EVENTS_URL === undefined ? undefined : readNatsAddress(values.EVENTS_URL);
}
