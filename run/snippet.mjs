import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './node.mjs';

// The built snippet is part of the repository: shops name its hash, so the same sources must give the same bytes
// everywhere, whatever is installed there.

export const builtFolder = join(root, 'server', 'src', 'snippet', 'built');

/** The texts of the built files: `vt.js` as small as possible, `pixel.js` for brands to read. */
export async function buildSnippet() {
  return { 'vt.js': await bundle('vt.ts', true), 'pixel.js': await bundle('pixel.ts', false) };
}

async function bundle(name, isSmall) {
  const { build } = await import('rolldown');
  const { output } = await build({
    input: join(root, 'snippet', name),
    write: false,
    logLevel: 'warn',
    transform: { target: 'es2020' },
    output: { format: 'iife', minify: isSmall, comments: false },
  });
  return output[0].code;
}

/**
 * Writes the built files. The version before is kept, because shops may load it for years; delete one from `earlier`
 * only if it was never part of a release.
 */
export async function writeSnippet() {
  const built = await buildSnippet();
  const current = join(builtFolder, 'vt.js');
  const before = existsSync(current) ? readFileSync(current, 'utf8') : built['vt.js'];
  if (before !== built['vt.js']) {
    const version = createHash('sha256').update(before).digest('hex').slice(0, 12);
    mkdirSync(join(builtFolder, 'earlier'), { recursive: true });
    writeFileSync(join(builtFolder, 'earlier', `${version}.js`), before);
  }
  mkdirSync(builtFolder, { recursive: true });
  for (const [name, text] of Object.entries(built)) writeFileSync(join(builtFolder, name), text);
}
