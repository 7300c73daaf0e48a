import { Counter, type Registry } from 'prom-client';

type OrderMetrics = {
  /** First decisions; an order that is decided again is not counted again. */
  decided: Counter<'outcome'>;
  /** Orders that were stored and had no turn to be decided on the node that received them. */
  left: Counter;
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
    left: new Counter({
      name: 'vitrine_orders_left_total',
      help: 'Orders stored and left to a worker to decide',
      registers: [registry],
    }),
  };
  byRegistry.set(registry, made);
  return made;
}
