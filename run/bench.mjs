import { loadEnvironment, ready } from './node.mjs';

await ready();
loadEnvironment();
const { main } = await import('../bench/main.ts');
await main();
