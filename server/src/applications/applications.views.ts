import {
  type Application,
  type ApplicationRow,
  inboxState,
  type listApplications,
  type OwnApplication,
  questionKind,
  rejectionReason,
  ruleTest,
} from '@vitrine/contract/applications.ts';
import type { MetaOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import type { ApplicationRecord } from './applications.queries.ts';

export const storedAnswers = z.array(
  z.object({ question: z.string(), label: z.string(), kind: questionKind, answer: z.string() }),
);
const storedRule = z.nullable(z.object({ number: z.int(), label: z.string(), test: ruleTest, value: z.string() }));

function presentRow(row: ApplicationRecord): ApplicationRow {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    has_account: row.creator_id !== null,
    state: inboxState.parse(row.state),
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: row.reason === null ? null : rejectionReason.parse(row.reason),
    by_rule: row.decided_rule !== null,
  };
}

export function presentApplication(row: ApplicationRecord): Application {
  return {
    ...presentRow(row),
    message: row.message,
    answers: storedAnswers.parse(row.answers).map(({ label, kind, answer }) => ({ label, kind, answer })),
    rule: storedRule.parse(row.decided_rule),
  };
}

export function presentOwn(
  row: ApplicationRecord,
  { display_name, slug }: { display_name: string; slug: string },
): OwnApplication {
  return {
    brand: { display_name, slug },
    name: row.name,
    state: row.state === 'unconfirmed' ? 'unconfirmed' : inboxState.parse(row.state),
    created_at: row.created_at.toISOString(),
  };
}

async function countsOf(tx: Tx, merchantId: string): Promise<MetaOf<typeof listApplications>['counts']> {
  const rows = await tx
    .selectFrom('applications')
    .select(['state', ({ fn }) => fn.countAll<bigint>().as('count')])
    .where('merchant_id', '=', merchantId)
    .groupBy('state')
    .execute();
  const count = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return {
    waiting: count('waiting'),
    approved: count('approved'),
    rejected: count('rejected'),
    withdrawn: count('withdrawn'),
  };
}

export async function applicationsOf(
  tx: Tx,
  merchantId: string,
  { state, search = '', cursor, limit }: QueryOf<typeof listApplications>,
): Promise<ReplyOf<typeof listApplications>> {
  const after = placeOfId(cursor);
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await tx
    .selectFrom('applications')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('state', '=', state)
    .$if(search !== '', (found) => found.where(sql<boolean>`(name ilike ${pattern} or email ilike ${pattern})`))
    .$if(after !== undefined, (later) =>
      later.where(sql<boolean>`(created_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(presentRow),
    meta: {
      next_cursor: rows.length > limit && last ? nextCursor(last.created_at, last.id) : null,
      counts: await countsOf(tx, merchantId),
    },
  };
}

export function applicationOf(tx: Tx, merchantId: string, id: string): Promise<ApplicationRecord | undefined> {
  return tx
    .selectFrom('applications')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('state', '<>', 'unconfirmed')
    .executeTakeFirst();
}
