import { exportEverything } from '@vitrine/contract/settings.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { takeProfile } from './accounts/accounts.takeaway.ts';
import { takeFigures } from './analytics/analytics.takeaway.ts';
import { requireProof } from './passwords/step-up.ts';
import { takeCommissions } from './commissions/commissions.takeaway.ts';
import type { Context } from './context.ts';
import { takeConversations } from './conversations/conversations.takeaway.ts';
import { takeIdentities } from './google/google.takeaway.ts';
import { takeAcceptances } from './invitations/invitations.takeaway.ts';
import { takeLedger } from './ledger/ledger.takeaway.ts';
import { takeDiscountCodes } from './merchants/merchants.takeaway.ts';
import { takeCandidacies } from './orders/orders.takeaway.ts';
import { takeLinks } from './links/links.takeaway.ts';
import { takePayouts } from './payouts/payouts.takeaway.ts';
import { takePictures } from './pictures/pictures.takeaway.ts';
import type { Actor } from './platform/actor.ts';
import { audit } from './platform/audit.ts';
import { type Routes, serve } from './platform/http/serve.ts';
import type { Takeaway } from './platform/takeaway.ts';
import { takeSessions } from './sessions/sessions.takeaway.ts';
import { takeSecurityLog } from './settings/settings.takeaway.ts';
import { takeSocial } from './social/social.takeaway.ts';
import { takeStorefronts } from './storefront/storefront.takeaway.ts';
import { takeTickets } from './support/support.takeaway.ts';

/** Every domain that holds something of a creator. What is added here is in the file from then on. */
const takeaways: readonly Takeaway[] = [
  takeProfile,
  takeSecurityLog,
  takeSessions,
  takeIdentities,
  takeStorefronts,
  takeLinks,
  takeCommissions,
  takePayouts,
  takeConversations,
  takeSocial,
  takeTickets,
  takeDiscountCodes,
  takeAcceptances,
  takeCandidacies,
  takeLedger,
  takePictures,
  takeFigures,
];

/** Everything of one creator in one document (promise 5). An operator who looks in does not take it away. */
async function takeEverything(ctx: Context, actor: Actor, proof: string): Promise<DataOf<typeof exportEverything>> {
  const person = await requireProof(ctx, actor, proof);
  const parts = await ctx.database.as({ role: 'app', creatorId: person.userId }, async (tx) => {
    const taken: Record<string, Record<string, unknown>[]> = {};
    for (const take of takeaways) Object.assign(taken, await take(ctx, tx, person));
    await audit(ctx, tx, actor, { action: 'export.made', subject: { kind: 'user', id: person.userId } });
    return taken;
  });
  return { format: 'vitrine-export', version: 1, made_at: ctx.clock.now().toISOString(), parts };
}

export function registerTakeaway(routes: Routes): void {
  serve(routes, exportEverything, (call, ctx) => takeEverything(ctx, call.actor, call.body.proof));
}
