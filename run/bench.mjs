import { loadEnvironment, ready } from './node.mjs';
import { programVariables } from './programs.mjs';
import { buildWeb } from './web.mjs';

await ready({ packages: 'all' });
loadEnvironment();
// Some benchmarks start the product, and a portal older than its server shows nothing.
const code = await buildWeb();
if (code !== 0) process.exit(code);
Object.assign(process.env, await programVariables(['wrk', 'pgbouncer']));
const { main } = await import('../bench/main.ts');
await main();
