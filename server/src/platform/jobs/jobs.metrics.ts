import { Counter, Histogram, type Registry } from 'prom-client';
import type { TaskName } from './jobs.ts';

/** Called after each run of a task. */
export type OnRun = (task: TaskName, seconds: number, outcome: 'done' | 'failed') => void;

export function registerJobMetrics(metrics: Registry): OnRun {
  const runs = new Counter({
    name: 'vitrine_job_runs_total',
    help: 'Runs of background tasks by outcome',
    labelNames: ['task', 'outcome'],
    registers: [metrics],
  });
  const duration = new Histogram({
    name: 'vitrine_job_seconds',
    help: 'Time that a run of a background task took',
    labelNames: ['task'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
    registers: [metrics],
  });
  return (task, seconds, outcome) => {
    runs.inc({ task, outcome });
    duration.observe({ task }, seconds);
  };
}
