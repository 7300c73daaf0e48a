import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { addBrandOwner } from '@vitrine/contract/operators.ts';
import type { AccessLink } from '../accounts/accounts.mails.ts';
import { findUser } from '../accounts/users.access.ts';
import { saveOwner } from '../merchants/owners.ts';
import { findOrMakeStaff, welcomeStaff } from '../team/welcome.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { notify } from '../platform/events/notify.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { ownerAddedMail, ownerWelcomeMail } from './brands.mails.ts';
import { changeLocked, findBrand } from './brands.service.ts';
import { accessInstallation } from './operators.access.ts';
import { isBeingClosed } from './users.views.ts';

/**
 * Makes another person an owner of a brand, for example before its only owner closes their account. The owners it has
 * stay owners.
 */
export async function addBrandOwnerFor(
  ctx: Context,
  actor: Actor,
  merchantId: string,
  { owner: wanted, reason }: BodyOf<typeof addBrandOwner>,
): Promise<DataOf<typeof addBrandOwner>> {
  const operator = accessInstallation(actor);
  // Before a user is created for the owner.
  const { project } = await findBrand(ctx, merchantId);
  const owner = await findOrMakeStaff(ctx, { ...wanted, project }, 'owner.email');
  let link: AccessLink | undefined;
  const changed = await changeLocked(ctx, { merchantId, operatorId: operator.userId }, async (tx, brand) => {
    if (await isBeingClosed(tx, owner.userId))
      throw invalid('owner.email', 'belongs to an account that is being closed; use another address');
    const name = (await findUser(tx, owner.userId))?.display_name ?? wanted.display_name;
    if (!(await saveOwner(tx, merchantId, owner.userId, ctx.clock.now())))
      throw new Refusal('conflict', { message: `${wanted.email} is already an owner of ${brand.displayName}` });
    await notify(ctx, tx, { users: [owner.userId], merchantId }, { kind: 'staff', change: 'added', role: 'owner' });
    const facts = { brand: brand.displayName, reason };
    link = await welcomeStaff(ctx, tx, owner, (reader, to) => ownerWelcomeMail(reader, facts, to));
    await audit(ctx, tx, operator, {
      action: 'brand.owner_added',
      merchantId,
      subject: { kind: 'merchant', id: merchantId },
      details: { owner: name, owner_is_new: owner.isNew, link_shown: link !== undefined, reason },
    });
    return { mail: (reader) => ownerAddedMail(ctx, reader, brand, { name, reason }) };
  });
  return { ...changed, owner_link: link ? { url: link.url, expires_at: link.expiresAt.toISOString() } : null };
}
