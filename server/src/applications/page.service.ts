// How a brand sets up its application page, and what visitors see of it.
import type {
  ApplicationPage,
  ApplicationPageSettings,
  ApplicationQuestion,
  ApplicationRule,
  changeApplicationPage,
} from '@vitrine/contract/applications.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { missingStep, requireGroup } from '../invitations/invitations.conditions.ts';
import { offerOf } from '../invitations/invitations.offer.ts';
import { requireActiveBrand } from '../merchants/brand.pauses.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { findOwnPicture } from '../pictures/pictures.service.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { publicAddress } from '../platform/public.address.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { countWaiting, savePage } from './applications.queries.ts';
import { findApplyBrand, type StoredPage, pageOf, takesApplications } from './page.access.ts';
import { mostWaitingApplications } from './turns.ts';

type Brand = { merchantId: string; slug: string };

async function presentSettings(ctx: Context, tx: Tx, { merchantId, slug }: Brand): Promise<ApplicationPageSettings> {
  const page = await pageOf(tx, merchantId);
  return {
    open: page.isOpen,
    headline: page.headline,
    body: page.body,
    group: page.groupId,
    picture: publicAddress(ctx.config.publicUrl, page.picture),
    questions: page.questions,
    rules: page.rules,
    url: `${ctx.config.publicUrl}/apply/${slug}`,
    missing_step: (await missingStep(ctx, tx, merchantId)) ?? null,
    waiting: await countWaiting(tx, merchantId),
    most_waiting: mostWaitingApplications,
  };
}

export async function readPageSettings(ctx: Context, actor: Actor, merchant: string): Promise<ApplicationPageSettings> {
  const brand = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId: brand.merchantId }, (tx) => presentSettings(ctx, tx, brand));
}

/** Ids are unique, because answers and rules name questions by them. */
function refuseUnclear(questions: readonly ApplicationQuestion[], rules: readonly ApplicationRule[]): void {
  const ids = questions.map(({ id }) => id);
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (repeated >= 0) throw invalid(`questions.${repeated}.id`, `must not be “${ids[repeated]}” again`);
  for (const [index, rule] of rules.entries()) {
    const question = questions.find(({ id }) => id === rule.question);
    if (!question)
      throw invalid(`rules.${index}.question`, `must be the id of one of the questions, not “${rule.question}”`);
    if (question.kind === 'choice' && rule.test === 'is' && !question.choices.includes(rule.value))
      throw invalid(`rules.${index}.value`, `must be one of the choices: ${question.choices.join(', ')}`);
  }
}

async function requireOwnPicture(ctx: Context, merchantId: string, path: string | null | undefined): Promise<void> {
  if (path && !(await findOwnPicture(ctx, { merchantId }, path)))
    throw invalid('picture', 'must be the path of a picture that was uploaded for this brand');
}

/** A brand that can't invite can't open its page: it could answer nobody. */
async function requireInviting(ctx: Context, tx: Tx, merchantId: string): Promise<void> {
  await requireActiveBrand(tx, merchantId);
  const missing = await missingStep(ctx, tx, merchantId);
  if (missing) throw new Refusal(missing.step, { message: missing.message });
}

export async function changePageSettings(
  ctx: Context,
  actor: Actor,
  merchant: string,
  wanted: BodyOf<typeof changeApplicationPage>,
): Promise<ApplicationPageSettings> {
  const brand = await accessBrand(ctx, actor, merchant);
  const { merchantId } = brand;
  await requireOwnPicture(ctx, merchantId, wanted.picture);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const before = await pageOf(tx, merchantId);
    const after: StoredPage = {
      isOpen: wanted.open ?? before.isOpen,
      headline: wanted.headline ?? before.headline,
      body: wanted.body ?? before.body,
      picture: wanted.picture === undefined ? before.picture : wanted.picture,
      questions: wanted.questions ?? before.questions,
      rules: wanted.rules ?? before.rules,
      groupId: wanted.group === undefined ? before.groupId : wanted.group,
    };
    refuseUnclear(after.questions, after.rules);
    if (wanted.group) await requireGroup(tx, merchantId, wanted.group);
    if (after.isOpen && !before.isOpen) await requireInviting(ctx, tx, merchantId);
    await savePage(tx, merchantId, after, ctx.clock.now());
    await audit(ctx, tx, actor, {
      action: 'application_page.changed',
      merchantId,
      subject: { kind: 'merchant', id: merchantId },
      details: { before: before.isOpen, after: after.isOpen },
    });
    return presentSettings(ctx, tx, brand);
  });
}

/** A closed page shows the brand only. */
export async function showApplyPage(ctx: Context, slug: string): Promise<ApplicationPage> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const brand = await findApplyBrand(tx, slug);
    const page = await pageOf(tx, brand.id);
    const isOpen = await takesApplications(ctx, tx, brand.id, page);
    const offer = isOpen ? await offerOf(ctx, tx, brand.id) : undefined;
    return {
      brand: {
        display_name: brand.display_name,
        slug: brand.slug,
        logo: publicAddress(ctx.config.publicUrl, brand.brand_logo),
        accent: brand.accent,
      },
      open: isOpen,
      headline: isOpen ? page.headline : '',
      body: isOpen ? page.body : '',
      picture: isOpen ? publicAddress(ctx.config.publicUrl, page.picture) : null,
      questions: isOpen ? page.questions : [],
      offer: offer ? { merchant: offer.merchant, offer: offer.offer, products: offer.products } : null,
    };
  });
}
