import { Counter, type Registry } from 'prom-client';
import type { Files } from './files.ts';
import type { S3Address } from './s3.address.ts';
import { openS3Files } from './s3.files.ts';

export async function openFiles(address: S3Address | undefined, metrics: Registry): Promise<Files | undefined> {
  if (address === undefined) return undefined;
  const requests = new Counter({
    name: 'vitrine_file_requests_total',
    help: 'Requests to the S3 of FILES, by operation and outcome',
    labelNames: ['operation', 'outcome'],
    registers: [metrics],
  });
  return openS3Files(address, (operation, outcome) => requests.inc({ operation, outcome }));
}
