import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a data folder is called, so that a node that starts again on it is known to have its journal. */
export async function folderName(dataDir: string): Promise<string> {
  const path = join(dataDir, 'folder-id');
  await writeFile(path, `${randomUUID()}\n`, { flag: 'wx', mode: 0o600 }).catch(() => undefined);
  return (await readFile(path, 'utf8')).trim();
}
