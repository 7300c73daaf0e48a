import { createHash } from 'node:crypto';
import { access, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import { encodeSeal } from './archive.seal.ts';
import { BackupError } from './backup.error.ts';
import { type Manifest, manifestName } from './manifest.ts';

// A backup is a compressed tar file. It is written under a hidden name and gets its own only when it is complete and on
// disk, so that an interruption leaves nothing that looks like a backup.

export type ArchiveWriter = {
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns the size of the file. */
  finish(manifest: Omit<Manifest, 'parts'>): Promise<number>;
  /** Deletes what was written. */
  abandon(): Promise<void>;
};

export async function createArchive(file: string, secretKey: string): Promise<ArchiveWriter> {
  if (
    await access(file).then(
      () => true,
      () => false,
    )
  )
    throw new BackupError(`${file} already exists. Choose another name for the backup.`);
  const draft = join(dirname(file), `.${basename(file)}.${process.pid}.part`);
  const handle = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw new BackupError(`${dirname(file)} can't be written to (${String(error)})`, error);
  });
  const packer = createTarPacker();
  const hash = createHash('sha256');
  const written = pipeline(Readable.fromWeb(packer.readable), createZstdCompress(), async (chunks) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
  });
  // Each call below awaits it; without this, a failure between two calls would end the process.
  written.catch(() => undefined);
  const parts: Manifest['parts'] = [];

  const pack = async (name: string, bytes: Uint8Array): Promise<void> => {
    const writer = packer.controller.add({ name, size: bytes.length, mode: 0o600 }).getWriter();
    await writer.write(bytes);
    await writer.close();
  };
  return {
    async add(name, bytes) {
      parts.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
      await pack(name, bytes);
    },
    async finish(manifest) {
      await pack(manifestName, Buffer.from(`${JSON.stringify({ ...manifest, parts }, undefined, 1)}\n`));
      packer.controller.finalize();
      await written;
      await handle.writeFile(encodeSeal(secretKey, hash.digest()));
      await handle.sync();
      const { size } = await handle.stat();
      await handle.close();
      await rename(draft, file);
      await syncParent(file);
      return size;
    },
    async abandon() {
      packer.controller.error(new Error('abandoned'));
      await written.catch(() => undefined);
      await handle.close().catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

async function syncParent(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(dirname(file), 'r');
  await folder.sync();
}
