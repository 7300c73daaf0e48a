import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { installationNode } from './nodes.ts';
import { id, instant, whole } from './values/fields.ts';

// What operators see of the machines and of the background work.

/** What waits, and since when the oldest does. */
const queue = z.strictObject({ waiting: whole, oldest_at: z.nullable(instant) });

/** A background task that failed. `next_attempt_at` is null once it was given up. */
const failedJob = z.strictObject({
  id: z.string(),
  task: z.string(),
  attempts: whole,
  error: z.string(),
  next_attempt_at: z.nullable(instant),
});
export type FailedJob = z.output<typeof failedJob>;

/** The last daily verification of a kind; null before the first one. */
const verification = z.nullable(z.strictObject({ ended_at: instant, agrees: z.boolean(), finding: z.string() }));

export const health = z.strictObject({
  at: instant,
  /** Those that need attention come first. */
  nodes: z.array(installationNode),
  orders: queue,
  deliveries: queue,
  /** Webhooks to brands that are due. */
  webhooks: queue,
  /** Deliveries that could not be applied and that their brands have not dealt with. */
  delivery_problems: whole,
  emails: queue,
  /** Emails given up in the last 24 hours. */
  emails_failed: whole,
  /** Commissions on hold until their brands decide. */
  holds: whole,
  /** Reports from the public that an operator should act on. */
  reports: z.strictObject({ open: whole, overdue: whole }),
  jobs: z.array(failedJob),
  verifications: z.strictObject({ ledger: verification, clicks: verification }),
  /** The last daily deletion of old data that ended; null before the first one. `deleted` is rows by table. */
  retention: z.nullable(
    z.strictObject({
      ended_at: instant,
      complete: z.boolean(),
      note: z.string(),
      seconds: whole,
      deleted: z.array(z.strictObject({ table: z.string(), rows: whole })),
    }),
  ),
  product: z.strictObject({ version: z.string(), commit: z.nullable(z.string()), schema: z.string() }),
  /** The last complete one that `npm run backup` made. */
  backup: z.nullable(z.strictObject({ started_at: instant, bytes: whole })),
  database: z.strictObject({ version: z.string(), bytes: whole }),
  /**
   * The replica that answers long reads, as the answering node sees it; null without one. In any state but `close`, the
   * primary answers.
   */
  replica: z.nullable(
    z.strictObject({
      state: z.enum(['close', 'behind', 'away', 'promoted']),
      lag_seconds: z.nullable(z.number()),
    }),
  ),
  /**
   * The ClickHouse for figures over long ranges, as the answering node sees it; null without one. While it doesn't answer
   * or lacks something, PostgreSQL counts.
   */
  figures: z.nullable(
    z.strictObject({
      /** Why it doesn't answer; null if it does. */
      fault: z.nullable(z.string()),
      /** `attaching`: it has nothing yet. `filling`: `months_left` are missing. `behind`: changes wait for too long. */
      state: z.enum(['attaching', 'filling', 'behind', 'complete']),
      /** When it last had everything. */
      fed_at: z.nullable(instant),
      months_left: whole,
      /** Since when the oldest change waits. */
      waiting_since: z.nullable(instant),
      /** Since the node started: what ClickHouse counted, and what PostgreSQL counted because it was behind or failed. */
      questions: z.strictObject({ counted: whole, behind: whole, failed: whole }),
    }),
  ),
  /** Of the disk with the data folder of the node that answers. */
  disk: z.strictObject({ free_bytes: whole, total_bytes: whole }),
});
export type Health = z.output<typeof health>;

export const readHealth = endpoint({
  method: 'GET',
  path: '/operator/health',
  summary: 'What is waiting, what failed, the last verification, and the disk',
  access: ['operator'],
  scope: 'installation',
  reply: health,
});

export const retryJob = endpoint({
  method: 'POST',
  path: '/operator/jobs/{job_id}/retry',
  summary: 'Run a failed background task again now',
  access: ['operator'],
  scope: 'installation',
  params: z.strictObject({ job_id: id }),
  reply: z.strictObject({ task: z.string() }),
  refusals: ['not_found'],
});
