import { access, constants, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../folder.ts';
import { postgresPackage, readBinaries } from './embedded.binaries.ts';
import { checkCluster, prepareCluster, rememberAccess } from './embedded.cluster.ts';
import { connectionUrl } from './embedded.connection.ts';
import { claimDataDir, DataDirInUse, findLiveOwner, waitForAddress } from './embedded.lock.ts';
import { launch, superviseUntilStopped } from './embedded.launch.ts';
import { choosePort, clearOrphan } from './embedded.postmaster.ts';
import { prepareRunner } from './embedded.root.ts';

// Our own PostgreSQL in DATA_DIR. Invariants: one owner per data folder, one server per cluster, committed data is
// never lost, and an owner leaves no server behind.

export type EmbeddedOptions = {
  dataDir: string;
  /** Package folder. Default: this platform's PostgreSQL 18. */
  binaries?: string;
  log: Report;
  /** Gets errors that must not go unnoticed. Default: `log`. */
  logError?: Report;
  settings?: Record<string, string>;
};

type Report = (fact: object, message: string) => void;

export type EmbeddedPostgres = {
  url: string;
  dataDir: string;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export { DataDirInUse, postgresPackage };

/** Starts the database of a data folder, and creates it if necessary. Refuses a folder in use. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = await readBinaries(options.binaries ?? postgresPackage(18));
  const dataDir = await makeDataDir(options.dataDir);
  await checkCluster(dataDir, binaries.major);
  await using undo = new AsyncDisposableStack();
  const claim = await claimDataDir(dataDir);
  undo.defer(claim.release);

  const cluster = join(dataDir, 'postgres');
  const runner = await prepareRunner(binaries, dataDir, cluster);
  const orphan = await clearOrphan(cluster, runner.native);
  if (orphan !== 'none') options.log({ dataDir, orphan }, 'cleaned up after an earlier embedded database');
  const { password, port: lastPort } = await prepareCluster(dataDir, runner);
  const place = { cluster, runner, password, settings: options.settings ?? {} };
  const postmaster = await launch(place, () => choosePort(lastPort));
  const { log, logError = log } = options;
  undo.defer(superviseUntilStopped(place, postmaster, { log, logError }));

  const { port, pid } = postmaster;
  if (port !== lastPort) await rememberAccess(dataDir, { password, port });
  const url = connectionUrl(cluster, port, password);
  await claim.publish(url);
  log({ dataDir, port, pid }, 'embedded database ready');
  const held = undo.move();
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= held.disposeAsync();
    return stopped;
  };
  return { url, dataDir, stop, [Symbol.asyncDispose]: stop };
}

/** The same, but shares a database that is already running; then stop() leaves it running. */
export async function attachOrStartEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = await makeDataDir(options.dataDir);
  for (;;) {
    if (await findLiveOwner(dataDir)) {
      const url = await waitForAddress(dataDir);
      const leave = async () => {};
      if (url !== undefined) return { url, dataDir, stop: leave, [Symbol.asyncDispose]: leave };
    }
    try {
      return await startEmbeddedPostgres(options);
    } catch (error) {
      if (!(error instanceof DataDirInUse)) throw error;
    }
  }
}

async function makeDataDir(wanted: string): Promise<string> {
  try {
    // Root's folders can be passed through but not listed, because the database runs as another account.
    makeFolder(wanted, process.getuid?.() === 0 ? 0o711 : 0o700);
    await access(wanted, constants.W_OK | constants.X_OK);
    return await realpath(wanted);
  } catch (error) {
    throw new Error(`DATA_DIR ${wanted} can’t be created or written to by this user`, {
      cause: error,
    });
  }
}
