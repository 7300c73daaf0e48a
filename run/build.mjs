import { ready } from './node.mjs';
import { buildRelease } from './release.mjs';

await ready({ packages: 'all' });
process.exitCode = await buildRelease(process.argv[2]);
