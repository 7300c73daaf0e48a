import { setTimeout as pause } from 'node:timers/promises';
import { connectWhenReady } from './embedded.connection.ts';
import { launchPostmaster, type Postmaster, stopPostmaster } from './embedded.postmaster.ts';
import type { Runner } from './embedded.root.ts';

// Starts a cluster's server, and starts it again whenever it ends unexpectedly, so the database recovers by itself when
// the disk has space or the folder is back.

export type ClusterPlace = {
  cluster: string;
  runner: Runner;
  password: string;
  settings: Record<string, string>;
};

type Report = (fact: object, message: string) => void;

type LaunchOptions = {
  signal?: AbortSignal;
  /** Called for every server that is launched, before it answers. */
  onLaunched?(postmaster: Postmaster): void;
};

const firstPauseMs = 250;
const longestPauseMs = 10_000;
const shownLines = 12;

/** Launches until the server answers; `nextPort` is called again after each temporary failure. */
export async function launch(
  place: ClusterPlace,
  nextPort: () => Promise<number>,
  { signal, onLaunched }: LaunchOptions = {},
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await nextPort();
    const postmaster = await launchPostmaster(place.cluster, port, place.runner, place.settings);
    onLaunched?.(postmaster);
    try {
      await connectWhenReady(postmaster, place.cluster, place.password, signal);
      return postmaster;
    } catch (error) {
      if (!postmaster.exit()) await stopPostmaster(postmaster.pid, place.runner.native);
      const output = await postmaster.output();
      // The children of a killed postmaster need a moment to notice and exit.
      const isPassing = /Address already in use|shared memory block/.test(output);
      if (!isPassing || attempt === 40 || signal?.aborted) {
        throw new Error(`The embedded PostgreSQL did not start.\n${lastLines(output)}`, { cause: error });
      }
      await pause(attempt * 10);
    }
  }
}

function lastLines(output: string): string {
  return output.split('\n').slice(-shownLines).join('\n');
}

/** Restarts the server whenever it ends, until the returned function is called. */
export function superviseUntilStopped(
  place: ClusterPlace,
  first: Postmaster,
  { log, logError }: { log: Report; logError: Report },
): () => Promise<void> {
  const { native } = place.runner;
  const { port } = first;
  let current = first;
  const stopping = new AbortController();
  const { signal } = stopping;
  // process.exit() leaves no time to wait, but the server stops by itself after this.
  const interrupt = () => void current.child.kill('SIGINT');
  process.on('exit', interrupt);

  /** Retries without limit, with growing delays. */
  const relaunch = async (): Promise<void> => {
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await launch(place, async () => port, { signal, onLaunched: (launched) => (current = launched) });
        return;
      } catch (error) {
        if (signal.aborted) return;
        const reason = error instanceof Error ? error.message : String(error);
        logError({ error: reason, port, retryInMs: pauseMs }, 'embedded database did not start; retrying');
      }
      await pause(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
  };

  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      const exit = await current.exited;
      if (signal.aborted) return;
      logError({ ...exit, port }, 'embedded database crashed; restarting it');
      await relaunch();
      if (!signal.aborted) log({ pid: current.pid, port }, 'embedded database is running again');
    }
  };
  const watching = watch();

  return async () => {
    stopping.abort();
    current.child.ref();
    // The pid of an ended process may have been reused. A launch in progress stops its own server.
    if (!current.exit()) await stopPostmaster(current.pid, native);
    await watching;
    if (!current.exit()) await stopPostmaster(current.pid, native);
    process.off('exit', interrupt);
  };
}
