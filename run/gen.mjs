import { loadEnvironment, ready } from './node.mjs';
import { writeSpecification } from './specification.mjs';
import { extractTexts } from './texts.mjs';

await ready();
loadEnvironment();
writeSpecification();
await extractTexts();
const { main } = await import('../server/src/platform/database/generate.ts');
await main();
