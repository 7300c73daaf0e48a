import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './node.mjs';

// The calls of the client package, which are generated from the contract.

const file = 'sdk/src/calls.ts';

/** Loaded when it is needed: Node 20 can't read it. */
async function source() {
  const { clientSource } = await import('../server/src/platform/http/client.source.ts');
  return clientSource();
}

export async function writeClient() {
  writeFileSync(join(root, file), await source());
}

export async function judgeClient() {
  const isCurrent = readFileSync(join(root, file), 'utf8') === (await source());
  return isCurrent ? [] : [`${file} differs from the contract. Write it with: npm run gen`];
}
