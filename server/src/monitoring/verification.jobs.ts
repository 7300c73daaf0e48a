// Once a day the ledger and the click counts are verified, like `npm run ledger:verify` and `npm run clicks:verify` do.
// All brands are compared at once, so this uses the system role.
import { mailboxOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import { verifyClicksAt } from '../figures/figures.verify.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { verificationFailedMail } from './monitoring.mails.ts';
import { claimVerification, endVerification, findOperators, type VerificationKind } from './verification.queries.ts';

type Verdict = { agrees: boolean; finding: string };
export type Verifiers = Record<VerificationKind, (url: string) => Promise<Verdict>>;

const verifiers: Verifiers = {
  ledger: async (url) => {
    const verdict = await verifyLedger(url);
    if (!verdict.agrees) return { agrees: false, finding: `${verdict.about}: ${verdict.found}` };
    return { agrees: true, finding: `${verdict.entries} entries of ${verdict.accounts} accounts` };
  },
  clicks: async (url) => {
    const verdict = await verifyClicksAt(url);
    if (!verdict.agrees) return { agrees: false, finding: `${verdict.about}: ${verdict.found}` };
    return { agrees: true, finding: `${verdict.clicks} clicks on ${verdict.links} links` };
  },
};

/** Verifies what was not verified today. A difference is logged and every operator gets an email; nothing is repaired. */
export async function verifyDaily(ctx: Context, by: Verifiers = verifiers): Promise<void> {
  await verifyKind(ctx, 'ledger', by.ledger);
  await verifyKind(ctx, 'clicks', by.clicks);
}

async function verifyKind(ctx: Context, kind: VerificationKind, verify: Verifiers[VerificationKind]): Promise<void> {
  const startedAt = ctx.clock.now();
  const isClaimed = await ctx.database.as({ role: 'system' }, (tx) => claimVerification(tx, kind, startedAt));
  if (!isClaimed) return;
  const { agrees, finding } = await verify(ctx.database.url);
  if (!agrees) ctx.log.error({ kind, finding }, 'the daily verification found a difference');
  const readers = agrees ? [] : await operatorMailboxes(ctx);
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await endVerification(tx, kind, { startedAt, endedAt: ctx.clock.now(), agrees, finding });
    for (const reader of readers) await queueMail(ctx, tx, verificationFailedMail(reader, kind, finding));
  });
}

async function operatorMailboxes(ctx: Context) {
  const operators = await ctx.database.as({ role: 'system' }, (tx) => findOperators(tx));
  const mailboxes = await Promise.all(operators.map(({ id }) => mailboxOf(ctx, id)));
  return mailboxes.filter((mailbox) => mailbox !== undefined);
}
