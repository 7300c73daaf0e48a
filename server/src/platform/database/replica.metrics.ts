import { Counter, Gauge, type Registry } from 'prom-client';
import type { Replica } from './replica.ts';

/** Only on nodes with DATABASE_READ_URL. */
export function registerReplica(registry: Registry, replica: Replica | undefined): void {
  if (replica === undefined) return;
  const registers = [registry];
  const lag = new Gauge({
    name: 'vitrine_replica_lag_seconds',
    help: 'Time since the replica had everything that the primary has',
    registers,
    collect() {
      const seconds = replica.lagSeconds();
      // Without an answer there is no value, which is different from zero.
      if (seconds === undefined) lag.remove();
      else lag.set(seconds);
    },
  });
  const reads = new Counter({
    name: 'vitrine_replica_reads_total',
    help: 'Long reads by who answered: the replica, or the primary because the replica was behind, away, promoted or canceled the read',
    labelNames: ['outcome'],
    registers,
    collect() {
      reads.reset();
      for (const outcome of ['replica', 'behind', 'away', 'promoted', 'canceled'] as const)
        reads.inc({ outcome }, replica.counts().get(outcome) ?? 0);
    },
  });
}
