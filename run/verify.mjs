import { loadEnvironment, ready } from './node.mjs';

const verifiers = {
  ledger: '../server/src/ledger/verify.ts',
  clicks: '../server/src/figures/verify.ts',
};

const verifier = verifiers[process.argv[2]];
if (!verifier) {
  console.error(`Usage: node run/verify.mjs ${Object.keys(verifiers).join('|')}`);
  process.exit(2);
}
await ready();
loadEnvironment();
const { main } = await import(verifier);
await main();
