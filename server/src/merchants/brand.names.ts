// The names of brands as the database knows them: each skeleton belongs to one brand of the installation. For transactions
// with the system role. Whoever gives a name holds the lock until the commit, and the key of the table is the last word.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { invalid } from '../platform/refusal.ts';
import { concernAbout, type NameConcern, type OtherBrand } from './name.rules.ts';
import { skeletonsOf } from './name.skeletons.ts';

async function lockNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('names of brands', 0))`.execute(tx);
}

/** Returns the skeletons that belong to another brand. */
async function takeSkeletons(tx: Tx, merchantId: string, name: string): Promise<string[]> {
  const skeletons = skeletonsOf(name);
  const taken = await tx
    .insertInto('merchant_name_skeletons')
    .values(skeletons.map((skeleton) => ({ skeleton, merchant_id: merchantId })))
    .onConflict((conflict) => conflict.column('skeleton').doNothing())
    .returning('skeleton')
    .execute();
  return skeletons.filter((skeleton) => !taken.some((row) => row.skeleton === skeleton));
}

function ownerOf(tx: Tx, skeletons: readonly string[], exceptId: string): Promise<OtherBrand | undefined> {
  return tx
    .selectFrom('merchant_name_skeletons as s')
    .innerJoin('merchants as m', 'm.id', 's.merchant_id')
    .select(['m.id as merchantId', 'm.display_name as name'])
    .where('s.skeleton', 'in', skeletons)
    .where('m.id', '<>', exceptId)
    .executeTakeFirst();
}

/**
 * Writes down the names that brands had before names were checked, oldest first. Two that look the same both stay, and the
 * later one is listed for the operators.
 */
export async function noteOlderNames(ctx: Pick<Context, 'clock'>, tx: Tx): Promise<void> {
  const unknown = () =>
    tx
      .selectFrom('merchants')
      .leftJoin('merchant_names', 'merchant_names.merchant_id', 'merchants.id')
      .select(['merchants.id', 'merchants.display_name'])
      .where('merchant_names.merchant_id', 'is', null)
      .orderBy('merchants.created_at')
      .orderBy('merchants.id')
      .execute();
  if ((await unknown()).length === 0) return;
  await lockNames(tx);
  for (const { id, display_name: name } of await unknown()) {
    const missing = await takeSkeletons(tx, id, name);
    const like = missing.length === 0 ? undefined : await ownerOf(tx, missing, id);
    await tx.insertInto('merchant_names').values({ merchant_id: id, vouched_name: name }).execute();
    if (!like) continue;
    const now = ctx.clock.now();
    await tx
      .insertInto('brand_reviews')
      .values({
        id: newId(now),
        merchant_id: id,
        kind: 'name',
        value: name,
        concern: 'twin',
        other_merchant_id: like.merchantId,
        state: 'open',
        requested_by: null,
        requested_at: now,
        decided_by: null,
        decided_at: null,
      })
      .execute();
  }
}

const nobody = '00000000-0000-0000-0000-000000000000';

function refuseTwin(name: string, other: OtherBrand): never {
  throw invalid(
    'display_name',
    `must not look like the name of another brand: “${name}” reads like “${other.name}”. Choose a name that can’t be mistaken for it`,
  );
}

/** Refuses a name that looks like another brand's, and says what an operator should know about it. */
export async function judgeName(
  ctx: Pick<Context, 'clock' | 'config'>,
  tx: Tx,
  { merchantId = nobody, name }: { merchantId?: string; name: string },
): Promise<NameConcern | undefined> {
  await noteOlderNames(ctx, tx);
  const twin = await ownerOf(tx, skeletonsOf(name), merchantId);
  if (twin) refuseTwin(name, twin);
  const brands = await tx
    .selectFrom('merchants')
    .leftJoin('merchant_names', 'merchant_names.merchant_id', 'merchants.id')
    .select(['merchants.id as merchantId', 'merchants.display_name as name', 'merchant_names.vouched_name'])
    .orderBy('merchants.created_at')
    .execute();
  const { rows } = await sql<{ name: string | null }>`select installation_name() as name`.execute(tx);
  const vouched = brands.find((brand) => brand.merchantId === merchantId)?.vouched_name;
  return concernAbout(name, {
    others: brands.filter((brand) => brand.merchantId !== merchantId),
    portal: [rows[0]?.name ?? '', ...[...ctx.config.variants.byKey.values()].map((variant) => variant.name)].filter(
      Boolean,
    ),
    ...(vouched !== undefined && vouched !== null && { vouched }),
  });
}

/** Gives a brand its name; refuses one that looks like another brand's. `isVouched`: an operator has decided. */
export async function claimName(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  merchantId: string,
  { name, isVouched }: { name: string; isVouched: boolean },
): Promise<void> {
  await lockNames(tx);
  await tx
    .insertInto('merchant_names')
    .values({ merchant_id: merchantId, vouched_name: name })
    .onConflict((conflict) => {
      const known = conflict.column('merchant_id');
      return isVouched ? known.doUpdateSet({ vouched_name: name }) : known.doNothing();
    })
    .execute();
  await noteOlderNames(ctx, tx);
  await tx.deleteFrom('merchant_name_skeletons').where('merchant_id', '=', merchantId).execute();
  const missing = await takeSkeletons(tx, merchantId, name);
  const twin = missing.length === 0 ? undefined : await ownerOf(tx, missing, merchantId);
  if (twin) refuseTwin(name, twin);
  await tx
    .updateTable('brand_reviews')
    .set({ state: 'canceled', decided_at: ctx.clock.now() })
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', 'name')
    .where('state', 'in', ['waiting', 'open'])
    .execute();
}
