import { join } from 'node:path';
import { command, ready, root, run } from './node.mjs';
import { buildWeb, hasWeb } from './web.mjs';

await ready({ packages: 'all' });
const code = await buildWeb();
if (code !== 0) process.exit(code);

const ends = [
  run(process.execPath, ['--watch', '--watch-preserve-output', '--watch-kill-signal=SIGINT', 'run/serve.mjs']),
];
if (hasWeb()) {
  const watch = [command('vite'), 'build', '--watch', '--logLevel', 'warn'];
  ends.push(run(process.execPath, watch, { cwd: join(root, 'web') }));
}
process.exitCode = Math.max(...(await Promise.all(ends)));
