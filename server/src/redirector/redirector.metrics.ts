import { Counter, Histogram, type Registry } from 'prom-client';
import { readGauge } from '../platform/read.metrics.ts';
import type { Backlog } from '../journal/journal.ts';
import type { LaneCounts } from './redirect.lane.ts';

export type RedirectorMetrics = { observeBatch(seconds: number): void };

/** Counters are plain numbers while a shopper waits, and read only when the metrics are requested. */
export function registerMetrics(
  registry: Registry | undefined,
  read: { counts: LaneCounts; backlog(): Backlog; links(): { count: number; bytes: number } },
): RedirectorMetrics {
  if (registry === undefined) return { observeBatch: () => undefined };
  const redirects = new Counter({
    name: 'vitrine_redirects_total',
    help: 'Responses of the redirector by outcome',
    labelNames: ['outcome'],
    registers: [],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(read.counts)) {
        if (outcome !== 'notRecorded') this.inc({ outcome }, count);
      }
    },
  });
  const notRecorded = new Counter({
    name: 'vitrine_clicks_not_recorded_total',
    help: 'Redirects sent without a click id because the journal could not be written',
    registers: [],
    collect() {
      this.reset();
      this.inc(read.counts.notRecorded);
    },
  });
  readGauge(registry, 'vitrine_journal_bytes', 'Bytes of hits in the journal', () => read.backlog().bytes);
  readGauge(registry, 'vitrine_click_backlog', 'Hits not yet in the database', () => read.backlog().hits);
  readGauge(
    registry,
    'vitrine_click_backlog_age_seconds',
    'Age of the oldest hit not yet in the database',
    () => read.backlog().ageMs / 1_000,
  );
  readGauge(registry, 'vitrine_links', 'Links in memory', () => read.links().count);
  readGauge(registry, 'vitrine_link_bytes', 'Memory for links', () => read.links().bytes);
  const batch = new Histogram({
    name: 'vitrine_drain_batch_seconds',
    help: 'Time to write one batch of hits to the database',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [],
  });
  for (const metric of [redirects, notRecorded, batch]) registry.registerMetric(metric);
  return { observeBatch: (seconds) => batch.observe(seconds) };
}
