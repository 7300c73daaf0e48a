import { createHash, randomUUID } from 'node:crypto';
import type { openStage } from './redirect.stage.ts';

// The users of the benchmarks of messages.

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Opens a session of a user, and returns its token. */
export async function openBenchSession(stage: Stage, userId: string): Promise<string> {
  const token = `vtp_${createHash('sha256').update(randomUUID()).digest('base64url')}`;
  await stage.query(
    `insert into sessions (id, token_hash, user_id, kind, created_at, last_seen_at, idle_seconds, expires_at)
      values (gen_random_uuid(), $1, $2, 'login', now(), now(), 86400, now() + interval '1 day')`,
    [createHash('sha256').update(token).digest(), userId],
  );
  return token;
}

/** Adds someone to the staff of a brand, and returns the token of their session. */
export async function addMember(stage: Stage, merchantId: string): Promise<string> {
  const id = randomUUID();
  await stage.query(
    `insert into users (id, uid, motom_user_id, motom_user_unique_key, role, email, display_name, user_status, created_at)
      values ($1::uuid, $2, $2, $2, 'brand', $2 || '@bench.test', 'Staff', 100, now())`,
    [id, id],
  );
  await stage.query(
    `insert into merchant_staff (merchant_id, user_id, role, joined_at) values ($1, $2, 'support', now())`,
    [merchantId, id],
  );
  return openBenchSession(stage, id);
}

type Account = { id: string; merchantId: string; creatorId: string };

/** The first accounts of each brand, so many of each. */
export async function accountsOfBrands(stage: Stage, perBrand: number): Promise<Account[]> {
  return stage.query<Account>(
    `select id, merchant_id as "merchantId", creator_id as "creatorId" from (
      select *, row_number() over (partition by merchant_id order by id) as place from merchant_accounts) a
      where place <= $1 order by merchant_id, id`,
    [perBrand],
  );
}
