import { writeClient } from './client.mjs';
import { loadEnvironment, ready } from './node.mjs';
import { writeSnippet } from './snippet.mjs';
import { extractTexts } from './texts.mjs';

await ready({ packages: 'all' });
loadEnvironment();
await extractTexts();
await writeSnippet();
await writeClient();
const { main } = await import('../server/src/platform/database/generate.ts');
await main();
