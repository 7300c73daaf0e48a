import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadEnvironment, ready } from './node.mjs';

await ready();
loadEnvironment();
const { main } = await import('../server/src/backup/restore.ts');
const { values, positionals } = parseArgs({ allowPositionals: true, options: { erased: { type: 'string' } } });
// npm runs scripts in the root of the repository, but a relative path is meant from where the user is.
const given = (path) => path && resolve(process.env.INIT_CWD ?? '.', path);
await main(given(positionals[0]), given(values.erased));
