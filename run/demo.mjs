import { loadEnvironment, ready } from './node.mjs';

await ready();
loadEnvironment();
const { rebuildDemo } = await import('../server/world/demo.ts');
await rebuildDemo();
