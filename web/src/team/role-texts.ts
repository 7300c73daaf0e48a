import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type BrandRole, brandRoles } from '@vitrine/contract/values/brand-roles.ts';

const texts = {
  owner: { name: msg`Owner`, about: msg`Everything, including the team.` },
  manager: { name: msg`Manager`, about: msg`Runs the program and sees payouts, but doesn’t approve them.` },
  finance: {
    name: msg`Finance`,
    about: msg`Decides orders on hold, reports refunds, gives bonuses, approves and exports payouts.`,
  },
  support: { name: msg`Support`, about: msg`Reads and answers the messages of creators.` },
  analyst: { name: msg`Analyst`, about: msg`Sees figures, orders, products and terms, but can’t change anything.` },
};

export function useRoleTexts() {
  const { t } = useLingui();
  return {
    roles: brandRoles,
    nameOf: (role: BrandRole) => t(texts[role].name),
    aboutOf: (role: BrandRole) => t(texts[role].about),
  };
}
