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
  let server = serverAt(0);
  const { port } = await server.run();
  const address = `s3://S3RVER:S3RVER@127.0.0.1:${port}/pictures`;
  return {
    port,
    address,
    open: (options = '') => openS3Files(parseS3Address(`${address}${options}`), () => undefined),
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
