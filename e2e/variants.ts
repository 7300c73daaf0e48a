import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The third variant of the journeys: the example of the operator's guide, at a host name of this machine. */
export const atelierHost = 'atelier.localhost';

/** A new folder with the variants that ship, and a third one. */
export function makeVariants(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-e2e-variants-'));
  cpSync(join(root, 'variants'), folder, { recursive: true });
  const guide = readFileSync(join(root, 'docs/operate/variants.md'), 'utf8');
  const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '');
  writeFileSync(join(folder, 'atelier.json'), JSON.stringify({ ...example, hosts: [atelierHost] }));
  return folder;
}
