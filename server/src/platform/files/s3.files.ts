import { addAbortSignal, type Readable } from 'node:stream';
import { reasonOfS3 } from './s3.faults.ts';
import { type Files, FilesError } from './files.ts';
import type { S3Address } from './s3.address.ts';

const connectMs = 2_000;
const answerMs = 10_000;
/** After S3 did not answer, requests fail at once for this long. So pictures wait for it one at a time, not all. */
const restMs = 2_000;

/** Loads the client, which nothing else uses, only here. */
export async function openS3Files(
  address: S3Address,
  onEnd: (operation: string, outcome: string) => void,
): Promise<Files> {
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, prefix } = address;
  const client = new s3.S3Client({
    endpoint: address.endpoint,
    region: address.region,
    forcePathStyle: address.pathStyle,
    ...(address.credentials && { credentials: address.credentials }),
    // Other providers than Amazon don't know the newer checksums; we compare hashes ourselves.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: answerMs, throwOnRequestTimeout: true },
  });
  const place = `${address.endpoint}/${Bucket}/${prefix}`;
  let restUntil = 0;

  async function run<Result>(operation: string, request: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    if (performance.now() < restUntil) throw new FilesError('away', `${place} did not answer a moment ago`);
    try {
      const result = await request(AbortSignal.timeout(answerMs));
      onEnd(operation, 'done');
      return result;
    } catch (thrown) {
      const error = thrown instanceof FilesError ? thrown : reasonOfS3(thrown, address);
      if (error.fault === 'away') restUntil = performance.now() + restMs;
      onEnd(operation, error.fault);
      throw error;
    }
  }

  return {
    place,
    keepsNew: address.keepsNew,
    put: (name, bytes, type) =>
      run('put', async (abortSignal) => {
        const put = new s3.PutObjectCommand({ Bucket, Key: prefix + name, Body: bytes, ContentType: type });
        await client.send(put, { abortSignal });
      }),
    read: (name, mostBytes) =>
      run('read', async (abortSignal) => {
        const get = new s3.GetObjectCommand({ Bucket, Key: prefix + name });
        const { Body } = await client.send(get, { abortSignal });
        return collect(addAbortSignal(abortSignal, Body as Readable), mostBytes, name);
      }),
    remove: (name) =>
      run('remove', async (abortSignal) => {
        await client
          .send(new s3.DeleteObjectCommand({ Bucket, Key: prefix + name }), { abortSignal })
          .catch((error: unknown) => {
            if (!(error instanceof s3.NoSuchKey)) throw error;
          });
      }),
    async *list(folder) {
      let ContinuationToken: string | undefined;
      do {
        const list = new s3.ListObjectsV2Command({ Bucket, Prefix: prefix + folder, ContinuationToken });
        const page = await run('list', (abortSignal) => client.send(list, { abortSignal }));
        for (const { Key = '', Size = 0 } of page.Contents ?? []) yield { name: Key.slice(prefix.length), bytes: Size };
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
    close: () => client.destroy(),
  };
}

async function collect(body: Readable, mostBytes: number, name: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > mostBytes) {
      body.destroy();
      throw new FilesError('missing', `${name} is larger than the file that was stored`);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
