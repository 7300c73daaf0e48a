import { runVerifier } from '../verifier.ts';
import { verifyLedger } from './ledger.verify.ts';

async function verifyAt(url: string): Promise<void> {
  const verdict = await verifyLedger(url);
  if (verdict.agrees) {
    console.log(
      `The ledger is correct: ${verdict.accounts} accounts, ${verdict.transactions} transactions, ${verdict.entries} entries`,
    );
    return;
  }
  console.error(`The ledger is wrong. Failed check: ${verdict.about}: ${verdict.found}`);
  process.exitCode = 1;
}

/** `npm run ledger:verify` */
export async function main(): Promise<void> {
  await runVerifier(process.env, verifyAt);
}
