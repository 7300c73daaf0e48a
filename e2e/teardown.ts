import { rmSync } from 'node:fs';

/** Removes everything that a run left behind. */
export default function removeData(): void {
  for (const folder of [process.env['E2E_DATA'], process.env['E2E_VARIANTS']]) {
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
