import type { BrandStatus } from '@vitrine/contract/values/brand-status.ts';
import { type AccessLink, secretsOf } from '../accounts/accounts.mails.ts';
import type { Context } from '../context.ts';
import { textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { brandTexts } from './brands.mails.texts.ts';

type Brand = { displayName: string; slug: string; status: BrandStatus };

/** To an owner of a brand that was paused, closed, resumed or reopened. `brand` is as it was before. */
export function brandStatusMail(
  ctx: Context,
  owner: Reader,
  brand: Brand,
  to: { status: BrandStatus; reason: string },
): Mail {
  const texts = textsIn(brandTexts, owner.locale);
  const name = brand.displayName;
  const text = to.status === 'active' ? (brand.status === 'closed' ? texts.reopened : texts.resumed) : texts[to.status];
  return {
    to: owner,
    topic: 'always',
    kind: `brand_${to.status === 'active' ? 'reopened' : to.status}`,
    subject: text.heading(name),
    heading: text.heading(name),
    paragraphs: [{ quote: to.reason }, ...text.lines],
    action: { label: texts.open, url: `${ctx.config.publicUrl}/brand/${brand.slug}` },
    reason: texts.reason(name),
  };
}

/** To someone whom an operator made an owner of a brand. With `link`, they are new and set a password first. */
export function ownerWelcomeMail(
  owner: Reader,
  { brand, reason }: { brand: string; reason: string },
  to: { link: AccessLink } | { url: string },
): Mail {
  const { ownerWelcome: texts, open } = textsIn(brandTexts, owner.locale);
  const link = 'link' in to ? to.link : undefined;
  return {
    to: owner,
    topic: 'always',
    kind: 'brand_owner_added',
    subject: texts.heading(brand),
    heading: texts.heading(brand),
    paragraphs: [{ quote: reason }, texts.line],
    action: 'link' in to ? { label: texts.setPassword, url: to.link.url } : { label: open, url: to.url },
    ...(link && { secrets: secretsOf(link) }),
    afterword: link ? [texts.afterword] : [],
    reason: texts.reason(brand),
  };
}

/** To an owner of a brand that got another one. */
export function ownerAddedMail(
  ctx: Context,
  owner: Reader,
  brand: Pick<Brand, 'displayName' | 'slug'>,
  { name, reason }: { name: string; reason: string },
): Mail {
  const texts = textsIn(brandTexts, owner.locale);
  const heading = texts.ownerAdded.heading(name, brand.displayName);
  return {
    to: owner,
    topic: 'always',
    kind: 'brand_owner_added',
    subject: heading,
    heading,
    paragraphs: [{ quote: reason }, texts.ownerAdded.line],
    action: { label: texts.open, url: `${ctx.config.publicUrl}/brand/${brand.slug}` },
    reason: texts.reason(brand.displayName),
  };
}

type Changed = Record<string, { before: string; after: string }>;

/** To an owner of a brand whose base data an operator changed. */
export function brandChangedMail(
  ctx: Context,
  owner: Reader,
  brand: Brand,
  { changed, reason }: { changed: Changed; reason: string },
): Mail {
  const texts = textsIn(brandTexts, owner.locale);
  const name = brand.displayName;
  const fields: Readonly<Record<string, string>> = texts.fields;
  return {
    to: owner,
    topic: 'always',
    kind: 'brand_changed',
    subject: texts.changed.heading(name),
    heading: texts.changed.heading(name),
    paragraphs: [{ quote: reason }, texts.changed.line],
    facts: Object.entries(changed).map(([field, { before, after }]) => [
      fields[field] ?? field,
      `${before} → ${after}`,
    ]),
    action: { label: texts.open, url: `${ctx.config.publicUrl}/brand/${brand.slug}` },
    reason: texts.reason(name),
  };
}
