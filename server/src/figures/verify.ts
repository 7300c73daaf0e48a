import { runVerifier } from '../verifier.ts';
import { verifyClicksAt } from './figures.verify.ts';

async function verifyAt(url: string): Promise<void> {
  const verdict = await verifyClicksAt(url);
  if (verdict.agrees) {
    console.log(
      `Click counts are correct: ${verdict.clicks} clicks from ${verdict.hits} hits on ${verdict.links} links`,
    );
    return;
  }
  console.error(`Click counts are wrong: ${verdict.about}: ${verdict.found}`);
  process.exitCode = 1;
}

/** `npm run clicks:verify` */
export async function main(): Promise<void> {
  await runVerifier(process.env, verifyAt);
}
