import { loadEnvironment, ready } from './node.mjs';
import { extractTexts } from './texts.mjs';

await ready({ packages: 'all' });
loadEnvironment();
await extractTexts();
const { main } = await import('../server/src/platform/database/generate.ts');
await main();
