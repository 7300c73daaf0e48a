import { loadEnvironment, ready } from './node.mjs';

await ready();
loadEnvironment();
const { main } = await import('../server/src/platform/database/generate.ts');
await main();
