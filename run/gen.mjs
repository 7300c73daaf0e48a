import { loadEnvironment, ready } from './node.mjs';
import { writeSnippet } from './snippet.mjs';
import { extractTexts } from './texts.mjs';

await ready({ packages: 'all' });
loadEnvironment();
await extractTexts();
await writeSnippet();
const { main } = await import('../server/src/platform/database/generate.ts');
await main();
