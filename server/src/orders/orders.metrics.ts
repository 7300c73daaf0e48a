import { Counter, type Registry } from 'prom-client';
import type { Context } from '../context.ts';

type OrderMetrics = {
  /** First decisions; an order that is decided again is not counted again. */
  decided: Counter<'outcome'>;
  deliveries: Counter<'source' | 'outcome'>;
};

const byRegistry = new WeakMap<Registry, OrderMetrics>();

/** The counters of a node. */
export function orderMetrics(registry: Registry): OrderMetrics {
  const known = byRegistry.get(registry);
  if (known) return known;
  const made: OrderMetrics = {
    decided: new Counter({
      name: 'vitrine_orders_decided_total',
      help: 'Orders decided by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    deliveries: new Counter({
      name: 'vitrine_deliveries_total',
      help: 'Deliveries of shops by what became of them, the same as in the log; “retried” can be counted several times for one',
      labelNames: ['source', 'outcome'],
      registers: [registry],
    }),
  };
  byRegistry.set(registry, made);
  return made;
}

export function countDelivery(ctx: Context, source: string, outcome: string): void {
  orderMetrics(ctx.metrics).deliveries.inc({ source, outcome });
}
