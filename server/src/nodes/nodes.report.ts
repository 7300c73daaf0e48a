// A node belongs to no brand, so it reports itself with the system role.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Context } from '../context.ts';
import { readVersion } from '../platform/version.ts';
import { folderName } from './nodes.folder.ts';
import { deleteEnded, type Held, type NodeIdentity, storeReport } from './nodes.queries.ts';

const everyMs = 5_000;

export type NodeReports = {
  /** The last report: the node stops in order, with what is still in its journal. */
  leave(): Promise<void>;
};

type Reporting = Pick<Context, 'config' | 'database' | 'log'>;

/** Reports this process every few seconds. `held` is what its journal has; undefined without the role redirect. */
export async function reportNode(ctx: Reporting, held: () => Held | undefined): Promise<NodeReports> {
  const identity = await identityOf(ctx, held() !== undefined);
  const report = (isStopping: boolean) =>
    ctx.database.as({ role: 'system' }, async (tx) => {
      await storeReport(tx, identity, held() ?? { hits: 0, bytes: 0, ageMs: 0 }, isStopping);
      await deleteEnded(tx);
    });
  // During an outage, others say so.
  const attempt = (isStopping: boolean) =>
    report(isStopping).catch((error: unknown) => ctx.log.debug({ err: error }, 'could not report this node'));
  let current: Promise<unknown> | undefined = attempt(false);
  await current;
  current = undefined;
  const timer = setInterval(() => {
    current ??= attempt(false).finally(() => (current = undefined));
  }, everyMs);
  timer.unref();
  return {
    leave: async () => {
      clearInterval(timer);
      await current;
      await attempt(true);
    },
  };
}

async function identityOf({ config }: Reporting, hasJournal: boolean): Promise<NodeIdentity> {
  const { version } = await readVersion();
  return {
    runId: randomUUID(),
    name: config.nodeId,
    roles: config.roles,
    version,
    host: hostname(),
    processId: process.pid,
    folder: hasJournal ? await folderName(config.dataDir) : null,
  };
}
