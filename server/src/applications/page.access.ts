// The application page of a brand, which anyone may see. Uses the system role, because its visitors have no scope.
import {
  type ApplicationQuestion,
  applicationQuestion,
  type ApplicationRule,
  applicationRule,
} from '@vitrine/contract/applications.ts';
import * as z from 'zod/mini';
import { missingStep } from '../invitations/invitations.conditions.ts';
import type { Context } from '../context.ts';
import { openPauses } from '../accounts/open.pauses.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId, isSlug } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';

export type StoredPage = {
  isOpen: boolean;
  headline: string;
  body: string;
  picture: string | null;
  questions: ApplicationQuestion[];
  rules: ApplicationRule[];
  groupId: string | null;
};

const storedQuestions = z.array(applicationQuestion);
const storedRules = z.array(applicationRule);

const unset: StoredPage = {
  isOpen: false,
  headline: '',
  body: '',
  picture: null,
  questions: [],
  rules: [],
  groupId: null,
};

export async function pageOf(tx: Tx, merchantId: string): Promise<StoredPage> {
  const row = await tx
    .selectFrom('application_pages')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (!row) return unset;
  return {
    isOpen: row.is_open,
    headline: row.headline,
    body: row.body,
    picture: row.picture,
    questions: storedQuestions.parse(row.questions),
    rules: storedRules.parse(row.rules),
    groupId: row.group_id,
  };
}

/** The brand as its applicants see it. */
export type ApplyBrand = {
  id: string;
  slug: string;
  display_name: string;
  brand_logo: string | null;
  accent: string | null;
  project_key: string;
};

const brandColumns = ['id', 'slug', 'display_name', 'brand_logo', 'accent', 'project_key'] as const;

export async function brandById(tx: Tx, merchantId: string): Promise<ApplyBrand> {
  return tx.selectFrom('merchants').select(brandColumns).where('id', '=', merchantId).executeTakeFirstOrThrow();
}

/** A brand by its slug or id. */
export async function findApplyBrand(tx: Tx, merchant: string): Promise<ApplyBrand> {
  const brand = isSlug(merchant)
    ? await tx
        .selectFrom('merchants')
        .select(brandColumns)
        .where(isId(merchant) ? 'id' : 'slug', '=', merchant)
        .executeTakeFirst()
    : undefined;
  if (!brand) throw new Refusal('not_found');
  return brand;
}

/** Whether the brand can take an application now: it turned its page on, is active, and can invite. */
export async function takesApplications(ctx: Context, tx: Tx, merchantId: string, page: StoredPage): Promise<boolean> {
  if (!page.isOpen) return false;
  if ((await openPauses(tx, [merchantId])).has(merchantId)) return false;
  return !(await missingStep(ctx, tx, merchantId));
}

/** The brand and its page, or a refusal if it takes no applications. */
export async function requireOpenPage(
  ctx: Context,
  tx: Tx,
  slug: string,
): Promise<{ brand: ApplyBrand; page: StoredPage }> {
  const brand = await findApplyBrand(tx, slug);
  const page = await pageOf(tx, brand.id);
  if (!(await takesApplications(ctx, tx, brand.id, page)))
    throw new Refusal('applications_closed', { message: `${brand.display_name} takes no applications right now` });
  return { brand, page };
}
