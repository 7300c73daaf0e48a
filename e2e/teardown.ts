import { rmSync } from 'node:fs';

/** Removes everything that a run left behind. */
export default function removeData(): void {
  const folder = process.env['E2E_DATA'];
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
