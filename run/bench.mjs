import { loadEnvironment, ready } from './node.mjs';
import { buildWeb } from './web.mjs';
import { wrkPath } from './wrk.mjs';

await ready({ packages: 'all' });
loadEnvironment();
// Some benchmarks start the product, and a portal older than its server shows nothing.
const code = await buildWeb();
if (code !== 0) process.exit(code);
const wrk = await wrkPath();
if (wrk !== undefined) process.env.WRK_PATH = wrk;
const { main } = await import('../bench/main.ts');
await main();
