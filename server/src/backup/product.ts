import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = new URL('../../../', import.meta.url);

/** The version of this product, and the commit where it runs from a clone. */
export async function readProduct(): Promise<{ version: string; commit: string | null }> {
  const { version }: { version: string } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
  const commit = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: fileURLToPath(root) }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
  return { version, commit };
}
