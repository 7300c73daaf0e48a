import { Counter, type Registry } from 'prom-client';

type OrderMetrics = {
  /** First decisions; an order that is decided again is not counted again. */
  decided: Counter<'outcome'>;
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
  };
  byRegistry.set(registry, made);
  return made;
}
