import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import pg from 'pg';

/** Where no SMTP server is set, mails stay in the database; the running product's own file says where that is. */
async function latest(recipient: string, kind: string): Promise<string> {
  const lock = JSON.parse(readFileSync(join(process.env['E2E_DATA'] ?? '', 'postgres.lock'), 'utf8')) as {
    url: string;
  };
  const database = new pg.Client({ connectionString: lock.url });
  await database.connect();
  try {
    const found = await database.query<{ text: string }>(
      'select text from mails where recipient = $1 and kind = $2 order by created_at desc, id desc limit 1',
      [recipient, kind],
    );
    return found.rows[0]?.text ?? '';
  } finally {
    await database.end();
  }
}

/** The link of the latest mail of a kind, as soon as it is there. */
export async function mailedLink(recipient: string, kind: string): Promise<string> {
  const link = async () => /https?:\/\/\S+#\S+/.exec(await latest(recipient, kind))?.[0] ?? '';
  await expect.poll(link).not.toBe('');
  return link();
}
