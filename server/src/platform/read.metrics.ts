import { Counter, Gauge, type Registry } from 'prom-client';

// Metrics whose value is kept elsewhere, and read when somebody asks for it.

export function readGauge(registry: Registry, name: string, help: string, read: () => number): void {
  const metric = new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read());
    },
  });
  registry.registerMetric(metric);
}

export function readCounter(registry: Registry, name: string, help: string, read: () => number): void {
  const metric = new Counter({
    name,
    help,
    registers: [],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
  registry.registerMetric(metric);
}
