// The security log of an account. Uses the system role, because it includes actions of operators.
import type { ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { readSecurityLog, SecurityEntry } from '@vitrine/contract/settings.ts';
import { accessSelf } from '../accounts/accounts.access.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { nextCursor, placeIn } from '../platform/http/cursor.ts';
import { readLog } from './security.views.ts';

export async function readLogOf(
  ctx: Context,
  actor: Actor,
  query: { cursor?: string | undefined; limit: number },
): Promise<ReplyOf<typeof readSecurityLog>> {
  const person = accessSelf(actor);
  const after = placeIn(query.cursor);
  const { rows, last } = await ctx.database.as({ role: 'system' }, (tx) =>
    readLog(tx, person.userId, { after, limit: query.limit }),
  );
  return { data: rows, meta: { next_cursor: last ? nextCursor(last.at, last.id) : null } };
}

const pageOfLog = 500;

/** The complete security log of a user, latest first, for the data export. */
export async function readWholeLog(ctx: Context, userId: string): Promise<SecurityEntry[]> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const entries: SecurityEntry[] = [];
    let after: { at: Date; id: string } | undefined;
    do {
      const page = await readLog(tx, userId, { after, limit: pageOfLog });
      entries.push(...page.rows);
      after = page.last;
    } while (after);
    return entries;
  });
}
