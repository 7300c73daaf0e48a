import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { type ArchiveSeal, decodeSeal, keyFingerprint, sealBytes } from './archive.seal.ts';
import { BackupError } from './backup.error.ts';
import { backupFormat, type Manifest, manifestName, parseManifest } from './manifest.ts';

export type ArchivePart = { name: string; bytes: Buffer };

/** The entries of a backup in their order, the manifest last. */
export async function* readArchive(file: string): AsyncGenerator<ArchivePart> {
  const { size } = await stat(file);
  const decompress = createZstdDecompress();
  // An error of the file or of the compression reaches the reader through `decompress`.
  pipeline(createReadStream(file, { end: size - sealBytes - 1 }), decompress, () => undefined);
  const entries = Readable.toWeb(decompress).pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of entries) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    yield { name: header.name, bytes: Buffer.concat(chunks) };
  }
}

function damaged(file: string, cause?: unknown): BackupError {
  return new BackupError(
    `${file} is not a complete backup: it was cut short or altered. Use another copy of it.`,
    cause,
  );
}

async function readSeal(file: string): Promise<{ seal: ArchiveSeal | undefined; contentBytes: number }> {
  await using handle = await open(file, 'r').catch((error: unknown) => {
    throw new BackupError(`${file} can't be read (${String(error)})`, error);
  });
  const { size } = await handle.stat();
  const bytes = Buffer.alloc(sealBytes);
  const { bytesRead } = await handle.read(bytes, 0, sealBytes, Math.max(0, size - sealBytes));
  return { seal: decodeSeal(bytes.subarray(0, bytesRead)), contentBytes: size - sealBytes };
}

async function digestOf(file: string, bytes: number): Promise<Buffer> {
  const hash = createHash('sha256');
  if (bytes > 0) for await (const chunk of createReadStream(file, { end: bytes - 1 })) hash.update(chunk);
  return hash.digest();
}

/**
 * Reads the whole file and compares it with its seal and its manifest. Nothing of a file that was altered is
 * decompressed.
 */
export async function checkArchive(file: string, secretKey: string): Promise<Manifest> {
  const { seal, contentBytes } = await readSeal(file);
  if (!seal?.digest.equals(await digestOf(file, contentBytes))) throw damaged(file);
  if (seal.format > backupFormat)
    throw new BackupError(`${file} has the format ${seal.format}, from a newer version of Vitrine. Update first.`);
  const given = keyFingerprint(secretKey);
  if (seal.fingerprint !== given)
    throw new BackupError(
      `${file} was made with another secret key. It needs the key with the fingerprint ${seal.fingerprint}, ` +
        `but SECRET_KEY (or the file secret-key in DATA_DIR) has ${given}.`,
    );
  if (!seal.isBy(secretKey)) throw damaged(file);
  return compareParts(file);
}

async function compareParts(file: string): Promise<Manifest> {
  const found: Manifest['parts'] = [];
  let manifest: Manifest | undefined;
  try {
    for await (const { name, bytes } of readArchive(file)) {
      if (name === manifestName) manifest = parseManifest(bytes.toString('utf8'));
      else found.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    }
  } catch (error) {
    throw damaged(file, error);
  }
  if (!manifest || JSON.stringify(manifest.parts) !== JSON.stringify(found)) throw damaged(file);
  return manifest;
}
