import { expect } from '@playwright/test';
import { inDatabase } from './database.ts';

/** Where no SMTP server is set, mails stay in the database. */
async function latest(recipient: string, kind: string): Promise<string> {
  const found = await inDatabase((database) =>
    database.query<{ text: string }>(
      'select text from mails where recipient = $1 and kind = $2 order by created_at desc, id desc limit 1',
      [recipient, kind],
    ),
  );
  return found.rows[0]?.text ?? '';
}

/** The link of the latest mail of a kind, as soon as it is there. */
export async function mailedLink(recipient: string, kind: string): Promise<string> {
  const link = async () => /https?:\/\/\S+#\S+/.exec(await latest(recipient, kind))?.[0] ?? '';
  await expect.poll(link).not.toBe('');
  return link();
}
