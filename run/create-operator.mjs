import { loadEnvironment, ready } from './node.mjs';

await ready();
loadEnvironment();
const { main } = await import('../server/src/installation/create-operator.ts');
await main();
