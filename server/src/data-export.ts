import { exportEverything } from '@vitrine/contract/settings.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { takeProfile } from './accounts/accounts.data-export.ts';
import { takeFigures } from './analytics/analytics.data-export.ts';
import { requireProof } from './passwords/step-up.ts';
import { takeCommissions } from './commissions/commissions.data-export.ts';
import type { Context } from './context.ts';
import { takeConversations } from './conversations/conversations.data-export.ts';
import { takeIdentities } from './google/google.data-export.ts';
import { takeAcceptances } from './invitations/invitations.data-export.ts';
import { takeLedger } from './ledger/ledger.data-export.ts';
import { takeDiscountCodes } from './merchants/merchants.data-export.ts';
import { takeCandidacies } from './orders/orders.data-export.ts';
import { takeLinks } from './links/links.data-export.ts';
import { takePayouts } from './payouts/payouts.data-export.ts';
import { takePictures } from './pictures/pictures.data-export.ts';
import type { Actor } from './platform/actor.ts';
import { audit } from './platform/audit.ts';
import { type Routes, serve } from './platform/http/serve.ts';
import type { DataExport } from './platform/data-export.ts';
import { takeSessions } from './sessions/sessions.data-export.ts';
import { takeSecurityLog } from './settings/settings.data-export.ts';
import { takeSocial } from './social/social.data-export.ts';
import { takeStorefronts } from './storefront/storefront.data-export.ts';
import { takeTickets } from './support/support.data-export.ts';

/** Every domain with data of creators; each adds its parts to the export. */
const domainExports: readonly DataExport[] = [
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

/** All data of one creator in one document (promise 5). An impersonating operator can't export it. */
async function takeEverything(ctx: Context, actor: Actor, proof: string): Promise<DataOf<typeof exportEverything>> {
  const person = await requireProof(ctx, actor, proof);
  const parts = await ctx.database.as({ role: 'app', creatorId: person.userId }, async (tx) => {
    const taken: Record<string, Record<string, unknown>[]> = {};
    for (const take of domainExports) Object.assign(taken, await take(ctx, tx, person));
    await audit(ctx, tx, actor, { action: 'export.made', subject: { kind: 'user', id: person.userId } });
    return taken;
  });
  return { format: 'vitrine-export', version: 1, made_at: ctx.clock.now().toISOString(), parts };
}

export function registerDataExport(routes: Routes): void {
  serve(routes, exportEverything, (call, ctx) => takeEverything(ctx, call.actor, call.body.proof));
}
