import { loadEnvironment, ready } from './node.mjs';

await ready();
loadEnvironment();
const { rebuildDemo, removeDemo } = await import('../server/world/demo.ts');
await (process.argv.includes('--remove') ? removeDemo() : rebuildDemo());
