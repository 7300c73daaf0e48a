import { resolve } from 'node:path';
import { loadEnvironment, ready } from './node.mjs';

await ready();
loadEnvironment();
const { main } = await import('../server/src/backup/backup.ts');
// npm runs scripts in the root of the repository, but a relative path is meant from where the user is.
await main(process.argv[2] && resolve(process.env.INIT_CWD ?? '.', process.argv[2]));
