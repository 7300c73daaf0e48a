import { ready } from './node.mjs';
import { buildWeb } from './web.mjs';

await ready();
const code = await buildWeb();
if (code !== 0) process.exit(code);
await import('./serve.mjs');
