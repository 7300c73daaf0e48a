import type { OutboxMail } from '@vitrine/contract/operators.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';

type Row = {
  id: string;
  recipient: string;
  kind: string;
  subject: string;
  attempts: number;
  failure: string | null;
  created_at: Date;
  sent_at: Date | null;
  failed_at: Date | null;
};

export function presentMail(row: Row): OutboxMail {
  const { id, recipient, kind, subject, attempts, failure } = row;
  const state = row.sent_at ? 'sent' : row.failed_at ? 'failed' : 'waiting';
  return {
    id,
    recipient,
    kind,
    subject,
    state,
    attempts,
    failure,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  };
}

const stateIs = {
  waiting: sql<boolean>`sent_at is null and failed_at is null`,
  sent: sql<boolean>`sent_at is not null`,
  failed: sql<boolean>`failed_at is not null`,
};

export type MailQuery = {
  state?: keyof typeof stateIs | undefined;
  kind?: string | undefined;
  recipient?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};

export async function pageOfMails(
  tx: Tx,
  query: MailQuery,
): Promise<{ data: OutboxMail[]; meta: { next_cursor: string | null; kinds: string[] } }> {
  const after = placeOfId(query.cursor);
  let found = tx
    .selectFrom('mails')
    .select(['id', 'recipient', 'kind', 'subject', 'attempts', 'failure', 'created_at', 'sent_at', 'failed_at']);
  if (query.state) found = found.where(stateIs[query.state]);
  if (query.kind) found = found.where('kind', '=', query.kind);
  if (query.recipient) found = found.where('recipient', 'ilike', `%${query.recipient.replaceAll(/[\\%_]/g, '\\$&')}%`);
  if (after)
    found = found.where((where) => where(where.refTuple('created_at', 'id'), '<', where.tuple(after.at, after.id)));
  const rows = await found
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const kinds = await tx.selectFrom('mails').select('kind').distinct().orderBy('kind').execute();
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    data: page.map(presentMail),
    meta: {
      next_cursor: rows.length > page.length && last ? nextCursor(last.created_at, last.id) : null,
      kinds: kinds.map((row) => row.kind),
    },
  };
}

export function findMail(tx: Tx, mailId: string) {
  return tx.selectFrom('mails').selectAll().where('id', '=', mailId).executeTakeFirst();
}

/** The same, locked: of several who send it again at once, one is first. */
export function lockMail(tx: Tx, mailId: string) {
  return tx.selectFrom('mails').selectAll().where('id', '=', mailId).forUpdate().executeTakeFirst();
}
