// Takes reports from the public. The form needs no account, so the number of reports that a network sends under one
// address and of emails to one mailbox is limited, and an email contains nothing that its sender wrote. Uses the system
// role, because reports are the operators'.
import { sql } from 'kysely';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { createReport, ReportBody } from '@vitrine/contract/takedowns.ts';
import type { Context } from '../context.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { wideNetwork } from '../platform/http/client.network.ts';
import { newCode, newId } from '../platform/ids.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { admitStrangerMail } from '../platform/mail/strangers.ts';
import { Refusal } from '../platform/refusal.ts';
import { receivedMail } from './takedowns.mails.ts';
import { insertReport } from './takedowns.queries.ts';
import { findSubject } from './takedowns.subjects.ts';

const dayMs = 86_400_000;
const mostPerDay = 50;
const referenceLength = 8;

/**
 * Reports from a network under an email address; somebody else can have typed that. Others that arrive at the same time
 * are counted one after the other.
 */
async function countOfDay(tx: Tx, email: string, network: string, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${email} ${network}`}, 53))`.execute(tx);
  const { reports } = await tx
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<bigint>().as('reports'))
    .where('reporter_email', '=', email)
    .where('network', '=', network)
    .where('received_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(reports);
}

export async function receiveReport(
  ctx: Context,
  body: ReportBody,
  { locale, address: client }: { locale: string; address: string },
): Promise<DataOf<typeof createReport>> {
  const now = ctx.clock.now();
  const id = newId(now);
  const reference = `R-${newCode(referenceLength).toUpperCase()}`;
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const network = wideNetwork(client);
    const count = await countOfDay(tx, body.email, network, new Date(now.getTime() - dayMs));
    if (count >= mostPerDay)
      throw new Refusal('rate_limited', {
        message: `We got ${mostPerDay} reports from this email address and your network today. Send the others tomorrow.`,
      });
    const subject = await findSubject(ctx, tx, body.address);
    const address = subject ? `${ctx.config.publicUrl}${subject.path}` : body.address;
    await insertReport(tx, {
      id,
      reference,
      kind: body.kind,
      category: body.kind === 'copyright' ? 'copyright' : body.category,
      address,
      subject_kind: subject?.kind ?? null,
      subject_id: subject?.id ?? null,
      creator_id: subject?.creatorId ?? null,
      merchant_id: subject?.merchantId ?? null,
      reporter_name: body.name,
      reporter_email: body.email,
      locale,
      statement: body.statement ?? '',
      notice: body.kind === 'copyright' ? JSON.stringify(body.notice) : null,
      received_at: now,
      decided_at: null,
      decided_by: null,
      answer: null,
      network,
    });
    await audit(ctx, tx, anonymous, { action: 'report.received', subject: { kind: 'report', id } });
    if (!(await admitStrangerMail(ctx, tx, body.email))) return;
    await queueMail(ctx, tx, receivedMail(reporterOf(ctx, { email: body.email, locale }), reference));
  });
  return { reference, received_at: now.toISOString() };
}

export function reporterOf(ctx: Context, { email, locale }: { email: string; locale: string }) {
  return { address: email, locale, project: ctx.config.variants.standard.key, timeZone: 'UTC' };
}
