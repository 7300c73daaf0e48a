import { Gauge, Histogram, type Registry } from 'prom-client';
import { readCounter, readGauge } from '../platform/read.metrics.ts';
import type { Acks } from './acks.ts';
import type { Consumers } from './consumers.ts';
import type { LogLink, LogState } from './log.link.ts';
import type { Shipper } from './shipper.ts';

const states: readonly LogState[] = ['connecting', 'ok', 'away', 'full', 'refused'];

export function registerLinkMetrics(registry: Registry | undefined, link: LogLink): void {
  if (registry === undefined) return;
  const state = new Gauge({
    name: 'vitrine_click_log_state',
    help: 'The state of the click log: 1 for the one that it is in',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const each of states) this.set({ state: each }, each === link.state().state ? 1 : 0);
    },
  });
  state.reset();
}

export function registerShipperMetrics(
  registry: Registry | undefined,
  { shipper, acks }: { shipper: Shipper; acks: Acks },
): void {
  if (registry === undefined) return;
  readGauge(
    registry,
    'vitrine_click_log_unshipped',
    'Hits in the journal that the click log does not have yet',
    () => shipper.backlog().unshipped,
  );
  readGauge(
    registry,
    'vitrine_click_log_unstored',
    'Hits that the click log has and the database does not',
    () => shipper.backlog().unstored,
  );
  readCounter(
    registry,
    'vitrine_click_log_shipped_total',
    'Hits that the click log has confirmed',
    () => shipper.counts().hits,
  );
  readCounter(
    registry,
    'vitrine_click_log_failures_total',
    'Frames that the click log did not accept',
    () => shipper.counts().failures,
  );
  readCounter(
    registry,
    'vitrine_click_log_lost_frames_total',
    'Frames that the click log confirmed and then lost',
    () => shipper.counts().lostFrames,
  );
  readCounter(
    registry,
    'vitrine_click_ack_fallbacks_total',
    'Redirects that left before the click log had their click',
    () => acks.fallbacks(),
  );
}

export function registerConsumerMetrics(registry: Registry | undefined) {
  let consumers: Consumers | undefined;
  const batch = new Histogram({
    name: 'vitrine_click_log_batch_seconds',
    help: 'Time to write one batch of the click log to the database',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [],
  });
  if (registry !== undefined) {
    registry.registerMetric(batch);
    readCounter(
      registry,
      'vitrine_click_log_stored_total',
      'Hits of the click log that this node stored',
      () => consumers?.counts().hits ?? 0,
    );
    readCounter(
      registry,
      'vitrine_click_log_unreadable_total',
      'Frames that this node could not read',
      () => consumers?.counts().unreadable ?? 0,
    );
  }
  return {
    batch: (seconds: number) => batch.observe(seconds),
    counts: (of: Consumers) => void (consumers = of),
  };
}
