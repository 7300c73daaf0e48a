import { Counter, type Registry } from 'prom-client';
import type { Context } from '../context.ts';

type AttemptCounter = Counter<'outcome'>;

const byRegistry = new WeakMap<Registry, AttemptCounter>();

/** The counter of a node. */
export function attemptCounter(registry: Registry): AttemptCounter {
  const known = byRegistry.get(registry);
  if (known) return known;
  const made = new Counter({
    name: 'vitrine_webhook_attempts_total',
    help: 'Attempts to send a webhook to a brand’s endpoint; “given_up” is the last of several that failed',
    labelNames: ['outcome'],
    registers: [registry],
  });
  byRegistry.set(registry, made);
  return made;
}

export function countAttempt(ctx: Context, outcome: 'delivered' | 'retried' | 'given_up'): void {
  attemptCounter(ctx.metrics).inc({ outcome });
}
