import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Manifest, ManifestChunk } from 'vite';

// Reads the built portal for tests. Vite's manifest says which source became which file.

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/** If false, tests of the build are skipped. */
export const isBuilt = existsSync(`${dist}index.html`);

export const readBuilt = (file: string) => readFileSync(`${dist}${file}`, 'utf8');

const manifest: Manifest = isBuilt ? JSON.parse(readBuilt('.vite/manifest.json')) : {};

export const chunks: readonly ManifestChunk[] = Object.values(manifest).filter(({ file }) => file.endsWith('.js'));

/** The file that a source became, or the shared file of this name. */
export function chunkOf(name: string): ManifestChunk {
  const found =
    manifest[`src/${name}`] ?? manifest[name] ?? chunks.find((chunk) => chunk.file === name || chunk.name === name);
  if (!found) throw new Error(`${name} is not in the build`);
  return found;
}

/** Scripts and styles of these chunks and of everything they import before they can run. */
export function filesOf(...first: ManifestChunk[]): Set<string> {
  const files = new Set<string>();
  const waiting = [...first];
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    for (const sheet of chunk.css ?? []) files.add(sheet);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    waiting.push(...(chunk.imports ?? []).map(chunkOf));
  }
  return files;
}
