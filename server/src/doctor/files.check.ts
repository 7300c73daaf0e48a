import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { verifyPictures } from '../pictures/pictures.verify.ts';
import type { Files } from '../platform/files/files.ts';
import { openFiles } from '../platform/files/files.open.ts';
import { type Diagnosis, error, ok, type Patient, reasonOf, warning } from './diagnosis.ts';

/** Writes, reads, lists and removes a file in S3, and compares its pictures with the database. */
export async function checkFiles({ config, database }: Pick<Patient, 'config' | 'database'>): Promise<Diagnosis[]> {
  const files = await openFiles(config.files, new Registry());
  try {
    if (files) await tryFiles(files);
    const verified = await verifyPictures({ database, files });
    if (verified.faults.length > 0) return verified.faults.map((fault) => error(fault));
    if (!files) return [ok('pictures are in the database')];
    return [ok(`${files.place} can be written and read`), describeMove(files, verified)];
  } catch (thrown) {
    return [error(`${reasonOf(thrown)}.`)];
  } finally {
    files?.close();
  }
}

async function tryFiles(files: Files): Promise<void> {
  const name = `check/${randomUUID()}`;
  await files.put(name, Buffer.from('check'), 'text/plain');
  try {
    await files.read(name, 5);
    for await (const { name: found } of files.list('check/')) if (found === name) break;
  } finally {
    await files.remove(name);
  }
}

function describeMove(
  { keepsNew }: Files,
  { inS3, inDatabase }: Awaited<ReturnType<typeof verifyPictures>>,
): Diagnosis {
  if (keepsNew)
    return ok(`${inS3} pictures are in S3${inDatabase > 0 ? `, ${inDatabase} are still to be moved there` : ''}`);
  if (inS3 > 0)
    return warning(`${inS3} pictures are still to be moved to the database. Keep FILES until there are none.`);
  return ok('all pictures are in the database. You can remove FILES.');
}
