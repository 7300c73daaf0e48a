import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { parseS3Address } from '../src/platform/files/s3.address.ts';
import type { Files } from '../src/platform/files/files.ts';
import { openS3Files } from '../src/platform/files/s3.files.ts';

export type StandInS3 = {
  port: number;
  /** For FILES. */
  address: string;
  open(options?: string): Promise<Files>;
  /** Refuses connections until it starts again with what it had. */
  stop(): Promise<void>;
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** An S3 on loopback with the bucket `pictures`, which keeps its objects in a folder. */
export async function startS3(): Promise<StandInS3> {
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-s3-'));
  const serverAt = (port: number) =>
    new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: 'pictures', configs: [] }],
    });
  const turns = new Map<string, Promise<unknown>>();
  let server = serverAt(0);
  const { port } = await server.run();
  const address = `s3://S3RVER:S3RVER@127.0.0.1:${port}/pictures`;
  return {
    port,
    address,
    open: async (options = '') =>
      inTurns(await openS3Files(parseS3Address(`${address}${options}`), () => undefined), turns),
    stop: async () => server.close(),
    start: async () => {
      server = serverAt(port);
      await server.run();
    },
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** S3 replaces an object at once, but the stand-in writes into its file, so a reader at that moment gets a part of it. */
function inTurns(files: Files, turns: Map<string, Promise<unknown>>): Files {
  const next = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const done = (turns.get(name) ?? Promise.resolve()).then(work, work);
    turns.set(name, done);
    return done;
  };
  return {
    ...files,
    put: (name, ...rest) => next(name, () => files.put(name, ...rest)),
    read: (name, ...rest) => next(name, () => files.read(name, ...rest)),
    remove: (name) => next(name, () => files.remove(name)),
  };
}
