import { runChecks } from './checks.mjs';
import { ready } from './node.mjs';

await ready({ packages: 'all' });
const results = await runChecks();
const count = (outcome) => results.filter((each) => each.outcome === outcome).length;
console.log(`\n${count('passed')} passed, ${count('failed')} failed`);
process.exitCode = count('failed') > 0 || count('passed') === 0 ? 1 : 0;
