import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, ready, root, run } from './node.mjs';

// Writes sdk/dist, the client package as JavaScript with types, which `npm install` and `npm pack` accept.

await ready({ packages: 'all' });
const folder = join(root, 'sdk', 'dist');
rmSync(folder, { recursive: true, force: true });
const code = await run(process.execPath, [
  command('typescript', 'tsc'),
  '-p',
  join(root, 'sdk', 'tsconfig.build.json'),
]);
if (code === 0) {
  const { private: _, exports: __, ...about } = JSON.parse(readFileSync(join(root, 'sdk', 'package.json'), 'utf8'));
  const built = {
    ...about,
    engines: { node: '>=18' },
    exports: { '.': { types: './vitrine.d.ts', default: './vitrine.js' } },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(built, null, 2)}\n`);
  // A package has no repository around it, so its README links to none.
  const readme = readFileSync(join(root, 'sdk', 'README.md'), 'utf8').replaceAll(/\[([^\]]+)\]\(\.\.[^)]*\)/g, '$1');
  writeFileSync(join(folder, 'README.md'), readme);
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  console.log('Wrote sdk/dist. Install it in a shop with: npm install <this folder>/sdk/dist');
}
process.exitCode = code;
