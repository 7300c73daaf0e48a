import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './node.mjs';

// The types and calls of the client package, which are generated from the contract.

/** By path. Loaded when they are needed: Node 20 can't read them. */
async function sources() {
  const { clientSources } = await import('../server/src/platform/http/client.source.ts');
  return Object.entries(clientSources()).map(([name, source]) => [`sdk/src/${name}`, source]);
}

export async function writeClient() {
  for (const [file, source] of await sources()) writeFileSync(join(root, file), source);
}

export async function judgeClient() {
  return (await sources())
    .filter(([file, source]) => readFileSync(join(root, file), 'utf8') !== source)
    .map(([file]) => `${file} differs from the contract. Write it with: npm run gen`);
}
