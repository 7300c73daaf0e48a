import type pg from 'pg';
import { beginPublicRead } from '../platform/database/begin.ts';
import type { ServedLink } from './link.table.ts';

/** The brand and creator of a link, as far as they are public, and the public reason if it was taken down. */
export type Names = {
  brand: string | undefined;
  creator: string | undefined;
  handle: string | undefined;
  reason: string | undefined;
};
export type LinkNames = (link: ServedLink, id?: string) => Promise<Names>;

export const noNames: Names = { brand: undefined, creator: undefined, handle: undefined, reason: undefined };
const deadlineMs = 150;
const atOnce = 2;

/** Reads names with a shopper's role: what is hidden from the public is hidden here. */
export function createLinkNames(pool: pg.Pool): LinkNames {
  let running = 0;
  const read = async (link: ServedLink, id: string | undefined): Promise<Names> => {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      await client.query(beginPublicRead);
      const { rows } = await client.query<Record<keyof Names, string | null>>({
        text: `select (select display_name from merchants where id = $1) as brand, u.display_name as creator,
                      u.user_handle as handle,
                      (select reason from takedowns where subject_kind = 'link' and subject_id = $3) as reason
               from (select) as one left join users u on u.id = $2`,
        values: [link.account.merchant.id, link.account.creatorId, id ?? null],
      });
      await client.query('commit');
      const { brand, creator, handle, reason } = rows[0] ?? { brand: null, creator: null, handle: null, reason: null };
      return {
        brand: brand ?? undefined,
        creator: creator ?? undefined,
        handle: handle ?? undefined,
        reason: reason ?? undefined,
      };
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw failure;
    } finally {
      client.release(failure);
    }
  };
  return async (link, id) => {
    if (running >= atOnce) return noNames;
    running += 1;
    const names = read(link, id)
      .catch(() => noNames)
      .finally(() => {
        running -= 1;
      });
    const deadline = Promise.withResolvers<Names>();
    const timer = setTimeout(() => deadline.resolve(noNames), deadlineMs);
    try {
      return await Promise.race([names, deadline.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
