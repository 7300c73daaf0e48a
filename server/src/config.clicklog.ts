import * as z from 'zod/mini';
import type { ClickLogSettings } from './clicklog/clicklog.ts';
import { natsAddressRule, readNatsAddress } from './platform/nats/connection.ts';

/** The settings of clicks through NATS. docs/operate/growing.md explains them. */
export const clickLogVariables = {
  CLICK_LOG: z.optional(
    z.string().check(z.refine((text) => readNatsAddress(text) !== undefined, { error: natsAddressRule })),
  ),
  CLICK_ACK: z._default(z.enum(['local', 'replicated'], 'must be local or replicated'), 'local'),
};

type Values = { CLICK_LOG?: string | undefined; CLICK_ACK: 'local' | 'replicated' };

/** What is wrong with the settings together; undefined if nothing is. */
export function clickLogProblem({ CLICK_LOG: log, CLICK_ACK: ack }: Values): string | undefined {
  if (ack !== 'replicated' || log !== undefined) return undefined;
  return 'CLICK_ACK=replicated needs CLICK_LOG, the addresses of the NATS servers, like nats://10.0.0.1,10.0.0.2,10.0.0.3';
}

/** Undefined without CLICK_LOG: clicks go from the journal to the database. */
export function clickLogOf({ CLICK_LOG: log, CLICK_ACK: ack }: Values): ClickLogSettings | undefined {
  const address = log === undefined ? undefined : readNatsAddress(log);
  return address && { address, ack };
}
