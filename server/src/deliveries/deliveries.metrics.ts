import { Counter, type Registry } from 'prom-client';
import type { Context } from '../context.ts';

type DeliveryCounter = Counter<'source' | 'outcome'>;

const byRegistry = new WeakMap<Registry, DeliveryCounter>();

/** The counter of a node. */
export function deliveryCounter(registry: Registry): DeliveryCounter {
  const known = byRegistry.get(registry);
  if (known) return known;
  const made = new Counter({
    name: 'vitrine_deliveries_total',
    help: 'Deliveries of shops by what became of them, the same as in the log; “retried” can be counted several times for one',
    labelNames: ['source', 'outcome'],
    registers: [registry],
  });
  byRegistry.set(registry, made);
  return made;
}

export function countDelivery(ctx: Context, source: string, outcome: string): void {
  deliveryCounter(ctx.metrics).inc({ source, outcome });
}
