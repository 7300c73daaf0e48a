import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link, useLocation } from '@tanstack/react-router';
import type { User } from '@vitrine/contract/accounts.ts';
import { type BrandRight, mayInBrand } from '@vitrine/contract/values/brand-roles.ts';
import { Tabs, tabClass } from '../ui/Tabs.tsx';

type Section = { path: string; label: MessageDescriptor; right?: BrandRight };
type Sections = { label: MessageDescriptor; sections: readonly Section[] };

/** Pages of the console that belong together. The first of each is in the main navigation. */
const groups: readonly Sections[] = [
  {
    label: msg`About orders`,
    sections: [
      { path: '/orders', label: msg`Orders` },
      { path: '/objections', label: msg`Objections` },
      { path: '/claims', label: msg`Claims`, right: 'orders' },
    ],
  },
  {
    label: msg`About money`,
    sections: [
      { path: '/payouts', label: msg`Payouts`, right: 'payouts_view' },
      { path: '/adjustments', label: msg`Bonuses`, right: 'payouts_view' },
    ],
  },
  {
    label: msg`About creators`,
    sections: [
      { path: '/creators', label: msg`Creators` },
      { path: '/invitations', label: msg`Invitations` },
      { path: '/applications', label: msg`Applications` },
      { path: '/groups', label: msg`Groups` },
    ],
  },
];

const addressOf = (slug: string, path: string) => `/brand/${slug}${path}`;

/** The addresses of the other pages of a group, by that of its first page. */
export function sectionsAt(href: string, slug: string): readonly string[] {
  const group = groups.find(({ sections: [first] }) => first && addressOf(slug, first.path) === href);
  return (group?.sections ?? []).slice(1).map(({ path }) => addressOf(slug, path));
}

/** Links between the pages of a group, on each of them. */
export function BrandSections({ brand: { slug, role } }: { brand: User['staff_of'][number] }) {
  const { t } = useLingui();
  const group = useLocation({
    select: ({ pathname }) =>
      groups.find(({ sections }) => sections.some(({ path }) => addressOf(slug, path) === pathname)),
  });
  if (!group) return null;
  return (
    <Tabs label={t(group.label)}>
      {group.sections
        .filter(({ right }) => right === undefined || mayInBrand(role, right))
        .map(({ path, label }) => (
          <Link
            key={path}
            to={addressOf(slug, path)}
            className={tabClass}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {t(label)}
          </Link>
        ))}
    </Tabs>
  );
}
