// Whom the public form may email, and when. Nothing here is refused because others send much: what is too much for now
// waits for its turn, and networks that send little come first. Uses the system role, because applicants have no scope.
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { newSecret, sha256 } from '../platform/ids.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { admitStrangerMail } from '../platform/mail/strangers.ts';
import { Refusal } from '../platform/refusal.ts';
import { confirmMail, readerOfApplicant } from './applications.mails.ts';
import { type ApplicationRecord, countWaiting, countWaitingFrom, saveApplication } from './applications.queries.ts';
import { type ApplyBrand, brandById } from './page.access.ts';
import {
  countMailed,
  dropNewest,
  fullestNetwork,
  lockTurns,
  lockUnmailed,
  othersWait,
  waitingForTurn,
} from './turns.queries.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** After that, an application that nobody confirmed is deleted. */
export const confirmWithinMs = 7 * dayMs;
/** Applicants of one network who are asked to confirm in an hour. */
const mostOfANetwork = 20;
/** The same of one brand. A network's first few don't wait for that. */
const mostOfABrand = 300;
const firstOfANetwork = 3;
/** Of one brand, that wait for their turn. Beyond it, the network that sent the most makes room. */
const mostUnmailed = 5_000;
/** With so many confirmed applications that nobody has answered, one network may add only a few more. */
export const mostWaitingApplications = 1_000;
const fewOfANetwork = 5;
const atOnce = 500;

const tooMany = (message: string) => new Refusal('rate_limited', { message, retryAfterSeconds: 3_600 });

/** Makes room for an application that will wait for its turn. Only the network that sent the most is ever refused. */
export async function makeRoom(ctx: Context, tx: Tx, merchantId: string, network: string): Promise<void> {
  if (!ctx.config.limits) return;
  const fullest = await fullestNetwork(tx, merchantId);
  if (fullest.all < mostUnmailed) return;
  if (fullest.network === network)
    throw tooMany('Too many applications were sent from your network. Try again in an hour.');
  await dropNewest(tx, merchantId, fullest.network);
}

/** Refuses a network that has filled the brand's list; all others still come in. */
export async function requireShare(
  ctx: Context,
  tx: Tx,
  { id: merchantId, display_name: name }: Pick<ApplyBrand, 'id' | 'display_name'>,
  network: string | null,
): Promise<void> {
  if (!ctx.config.limits || network === null || (await countWaiting(tx, merchantId)) < mostWaitingApplications) return;
  if ((await countWaitingFrom(tx, merchantId, network)) < fewOfANetwork) return;
  throw tooMany(`${name} has many applications from your network to answer. Try again later.`);
}

async function isTurn(ctx: Context, tx: Tx, application: ApplicationRecord): Promise<boolean> {
  if (!ctx.config.limits) return true;
  const mailed = await countMailed(tx, application, new Date(ctx.clock.now().getTime() - hourMs));
  if (mailed.network >= mostOfANetwork) return false;
  if (mailed.brand >= mostOfABrand && mailed.network >= firstOfANetwork) return false;
  return admitStrangerMail(ctx, tx, application.email);
}

/** When an application that nobody confirms is deleted. */
export function applicationExpiry({
  mailed_at,
  created_at,
}: Pick<ApplicationRecord, 'mailed_at' | 'created_at'>): Date {
  return new Date((mailed_at ?? created_at).getTime() + confirmWithinMs);
}

/** Asks the applicant to confirm, if it is the application's turn. Returns whether it was. */
async function askToConfirm(
  ctx: Context,
  tx: Tx,
  { application, brand, home }: { application: ApplicationRecord; brand: ApplyBrand; home: string },
): Promise<boolean> {
  await lockTurns(tx);
  if (!(await isTurn(ctx, tx, application))) return false;
  const mailedAt = ctx.clock.now();
  const code = newSecret('vta');
  await saveApplication(tx, application, { code_hash: sha256(code), mailed_at: mailedAt });
  const link = {
    code,
    url: `${home}/apply/${brand.slug}#${code}`,
    expiresAt: applicationExpiry({ ...application, mailed_at: mailedAt }),
  };
  await queueMail(ctx, tx, confirmMail(readerOfApplicant(brand, application), brand.display_name, link));
  return true;
}

/** The same for one that just came: others that wait for the same mailbox come first. */
export async function askAtOnce(ctx: Context, tx: Tx, asked: Parameters<typeof askToConfirm>[2]): Promise<boolean> {
  await lockTurns(tx);
  if (ctx.config.limits && (await othersWait(tx, asked.application))) return false;
  return askToConfirm(ctx, tx, asked);
}

/** Asks those who wait, as far as it is their turn. */
export async function askWaiting(ctx: Context): Promise<number> {
  const waiting = await ctx.database.as({ role: 'system' }, (tx) => waitingForTurn(ctx, tx, atOnce));
  let asked = 0;
  for (const key of waiting)
    try {
      if (await ctx.database.as({ role: 'system' }, (tx) => askOne(ctx, tx, key))) asked += 1;
    } catch (error) {
      ctx.log.error({ err: error, ...key }, 'could not ask an applicant to confirm; trying again');
    }
  return asked;
}

async function askOne(ctx: Context, tx: Tx, key: { merchant_id: string; id: string }): Promise<boolean> {
  const application = await lockUnmailed(tx, key);
  if (!application) return false;
  const brand = await brandById(tx, application.merchant_id);
  return askToConfirm(ctx, tx, { application, brand, home: ctx.config.publicUrl });
}
