import { access, constants, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { postgresPackage, readBinaries } from './embedded.binaries.ts';
import { checkCluster, prepareCluster, rememberAccess } from './embedded.cluster.ts';
import { connectWhenReady, connectionUrl } from './embedded.connection.ts';
import { claimDataDir, DataDirInUse, findLiveOwner, waitForAddress } from './embedded.lock.ts';
import { choosePort, clearOrphan, launchPostmaster, type Postmaster, stopPostmaster } from './embedded.postmaster.ts';
import { prepareRunner, type Runner } from './embedded.root.ts';

// A PostgreSQL of our own in DATA_DIR. What must always hold: one owner per data folder, one server
// per cluster, nothing is lost that was committed, and no server is left behind by its owner.

export type EmbeddedOptions = {
  dataDir: string;
  /** Package folder; the default is this platform's PostgreSQL 18. */
  binaries?: string;
  log: (fact: object, message: string) => void;
  settings?: Record<string, string>;
};

export type EmbeddedPostgres = {
  url: string;
  dataDir: string;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export { DataDirInUse, postgresPackage };

type Place = {
  cluster: string;
  runner: Runner;
  password: string;
  settings: Record<string, string>;
};

/** Starts the database of a data folder, which it makes if need be. Refuses a folder in use. */
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
  if (orphan !== 'none') options.log({ dataDir, orphan }, 'earlier embedded database cleared');
  const { password, port: lastPort } = await prepareCluster(dataDir, runner);
  const place = { cluster, runner, password, settings: options.settings ?? {} };
  const postmaster = await launch(place, () => choosePort(lastPort));
  undo.defer(superviseUntilStopped(place, postmaster, options.log));

  const { port, pid } = postmaster;
  if (port !== lastPort) await rememberAccess(dataDir, { password, port });
  const url = connectionUrl(cluster, port, password);
  await claim.publish(url);
  options.log({ dataDir, port, pid }, 'embedded database ready');
  const held = undo.move();
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= held.disposeAsync();
    return stopped;
  };
  return { url, dataDir, stop, [Symbol.asyncDispose]: stop };
}

/** The same, except that a database which is already being served is shared; stop() leaves it on. */
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
    // Root's own folders may be passed through, not listed: the database runs as another account.
    await mkdir(wanted, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await access(wanted, constants.W_OK | constants.X_OK);
    return await realpath(wanted);
  } catch (error) {
    throw new Error(`DATA_DIR ${wanted} cannot be made or written to by this user`, {
      cause: error,
    });
  }
}

/** Launches until the server answers; `nextPort` is asked again after each failure that passes. */
async function launch(place: Place, nextPort: () => Promise<number>): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await nextPort();
    const postmaster = await launchPostmaster(place.cluster, port, place.runner, place.settings);
    try {
      await connectWhenReady(postmaster, place.cluster, place.password);
      return postmaster;
    } catch (error) {
      if (!postmaster.exit()) await stopPostmaster(postmaster.pid, place.runner.native);
      const said = await postmaster.said();
      // The children of a postmaster that was killed need a moment to notice and go.
      const isPassing = /Address already in use|shared memory block/.test(said);
      if (!isPassing || attempt === 40) {
        throw new Error(`The embedded PostgreSQL did not start.\n${said}`, { cause: error });
      }
      await pause(attempt * 10);
    }
  }
}

/** Restarts the server should it die, until the returned function is called. */
function superviseUntilStopped(place: Place, first: Postmaster, log: EmbeddedOptions['log']): () => Promise<void> {
  const { native } = place.runner;
  let current = first;
  const stopping = new AbortController();
  // process.exit() leaves no time to wait, but the server then stops by itself.
  const interrupt = () => void current.child.kill('SIGINT');
  process.on('exit', interrupt);

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const exit = await current.exited;
      if (stopping.signal.aborted) return;
      log({ ...exit, port: current.port }, 'embedded database died, starting it again');
      current = await launch(place, async () => first.port);
      log({ pid: current.pid, port: current.port }, 'embedded database is back');
    }
    await stopPostmaster(current.pid, native);
  };
  const watching = watch().catch((error: unknown) => {
    log({ error, port: first.port }, 'embedded database could not be started again');
  });

  return async () => {
    stopping.abort();
    current.child.ref();
    await stopPostmaster(current.pid, native);
    await watching;
    process.off('exit', interrupt);
  };
}
