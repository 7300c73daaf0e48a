import { loadEnvironment, ready } from './node.mjs';

await ready();
loadEnvironment();
const { main } = await import('../server/src/doctor/main.ts');
await main(process.env);
