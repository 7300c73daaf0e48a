import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { ZipFile } from 'yazl';
import { exportEverything } from '@vitrine/contract/settings.ts';
import { exportAnnouncements } from './announcements/announcements.data-export.ts';
import { exportProfile } from './accounts/accounts.data-export.ts';
import { exportAdjustments } from './adjustments/adjustments.data-export.ts';
import { exportFigures } from './analytics/analytics.data-export.ts';
import { exportCommissions } from './commissions/commissions.data-export.ts';
import { accessOwnAccount } from './accounts/accounts.access.ts';
import type { Context } from './context.ts';
import { exportAccountPeriods } from './creators/creators.data-export.ts';
import { exportClaims } from './claims/claims.data-export.ts';
import { exportClosure } from './closures/closures.data-export.ts';
import { exportConversations } from './conversations/conversations.data-export.ts';
import { exportIdentities } from './google/google.data-export.ts';
import { exportApplications } from './applications/applications.data-export.ts';
import { exportGroupMoves } from './groups/groups.data-export.ts';
import { exportAcceptances } from './invitations/invitations.data-export.ts';
import { exportLedger } from './ledger/ledger.data-export.ts';
import { exportDiscountCodes } from './merchants/merchants.data-export.ts';
import { exportCandidacies } from './orders/orders.data-export.ts';
import { exportLinks } from './links/links.data-export.ts';
import { exportNotifications } from './notifications/notifications.data-export.ts';
import { exportObjections } from './objections/objections.data-export.ts';
import { exportOwnPayouts } from './payouts/payouts.data-export.ts';
import { exportPictures, pictureCodesOf, pictureFile, readPictureOf } from './pictures/pictures.data-export.ts';
import type { Actor, Person } from './platform/actor.ts';
import { audit } from './platform/audit.ts';
import { type Routes, type SentFile, serve } from './platform/http/serve.ts';
import type { Tx } from './platform/database/database.ts';
import type { DataExport, ExportedPart, ExportedPerson } from './platform/data-export.ts';
import { exportSessions } from './sessions/sessions.data-export.ts';
import { exportSecurityLog } from './settings/settings.data-export.ts';
import { exportSocial } from './social/social.data-export.ts';
import { exportStorefronts } from './storefront/storefront.data-export.ts';
import { exportSuspensions } from './suspensions/suspensions.data-export.ts';
import { exportTakedowns } from './takedowns/takedowns.data-export.ts';
import { exportPasskeys } from './two-factor/two-factor.data-export.ts';
import { exportTickets } from './support/support.data-export.ts';

/** Every domain with data of users; each adds its parts to the export. */
const domainExports: readonly DataExport[] = [
  exportProfile,
  exportSecurityLog,
  exportSessions,
  exportPasskeys,
  exportIdentities,
  exportStorefronts,
  exportLinks,
  exportCommissions,
  exportAdjustments,
  exportObjections,
  exportClaims,
  exportOwnPayouts,
  exportConversations,
  exportNotifications,
  exportAnnouncements,
  exportSocial,
  exportTickets,
  exportTakedowns,
  exportDiscountCodes,
  exportAcceptances,
  exportGroupMoves,
  exportApplications,
  exportCandidacies,
  exportLedger,
  exportPictures,
  exportClosure,
  exportFigures,
  exportAccountPeriods,
  exportSuspensions,
];

async function* textOfPart(part: ExportedPart): AsyncGenerator<string> {
  let divider = '\n';
  for await (const rows of Array.isArray(part) ? [part] : part) {
    if (rows.length === 0) continue;
    yield divider + rows.map((row) => `      ${JSON.stringify(row)}`).join(',\n');
    divider = ',\n';
  }
}

/** `data.json` in pieces. Amounts are minor units as text. */
async function* textOf(ctx: Context, tx: Tx, person: ExportedPerson): AsyncGenerator<string> {
  const head = { format: 'vitrine-export', version: 3, made_at: ctx.clock.now().toISOString() };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "parts": {`;
  let divider = '\n';
  for (const take of domainExports)
    for (const [name, part] of Object.entries(await take(ctx, tx, person))) {
      yield `${divider}    ${JSON.stringify(name)}: [`;
      yield* textOfPart(part);
      yield ']';
      divider = ',\n';
    }
  yield '\n  }\n}\n';
}

/**
 * The rows of one user by part, compressed. They are read in one transaction, which doesn't wait for a slow download;
 * what stays in memory until then is about a tenth of the text.
 */
async function exportRows(ctx: Context, person: Person): Promise<Buffer[]> {
  return ctx.database.as({ role: 'app', creatorId: person.userId }, async (tx) => {
    const accounts = await tx
      .selectFrom('merchant_accounts')
      .select('id')
      .where('creator_id', '=', person.userId)
      .execute();
    const accountIds = accounts.map(({ id }) => id);
    const packed: Buffer[] = [];
    await pipeline(Readable.from(textOf(ctx, tx, { ...person, accountIds })), createGzip(), async (parts) => {
      for await (const part of parts) packed.push(part);
    });
    await audit(ctx, tx, person, { action: 'export.made', subject: { kind: 'user', id: person.userId } });
    return packed;
  });
}

/**
 * All data of one user in one file (promise 5), which is written while it is sent: one picture at a time is in memory. An
 * impersonating operator can't export it.
 */
async function exportAll(ctx: Context, actor: Actor): Promise<SentFile> {
  const person = accessOwnAccount(actor);
  const zip = new ZipFile();
  const packed = await exportRows(ctx, person);
  zip.addReadStream(Readable.from(packed).pipe(createGunzip()), 'data.json');
  // Pictures are compressed already.
  for (const code of await pictureCodesOf(ctx, person.userId))
    zip.addReadStreamLazy(pictureFile(code), { compress: false }, (give) => {
      readPictureOf(ctx, person.userId, code).then(
        (bytes) => give(null, Readable.from([bytes])),
        (error: unknown) => give(error, Readable.from([])),
      );
    });
  zip.end();
  const bytes = Readable.from(zip.outputStream);
  zip.on('error', (error: Error) => bytes.destroy(error));
  return { name: `vitrine-${person.uid}-${ctx.clock.now().toISOString().slice(0, 10)}.zip`, bytes };
}

export function registerDataExport(routes: Routes): void {
  serve(routes, exportEverything, (call, ctx) => exportAll(ctx, call.actor));
}
