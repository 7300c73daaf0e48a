import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OperatorBrand } from '@vitrine/contract/operators.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { formatMoney } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import { installationQuery } from '../installation/installation.data.ts';
import { TakedownSection } from '../takedowns/TakedownSection.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { BrandOwners } from './BrandOwners.tsx';
import { EditBrand } from './EditBrand.tsx';
import { BrandStatusForm } from './BrandStatusForm.tsx';
import { brandStatusNames } from './brand-texts.ts';
import { targetsOfBrand } from './takedown-targets.ts';

/** One brand: its figures, and what an operator can change. */
export function BrandDetails({ brand, onClose }: { brand: OperatorBrand; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Drawer title={brand.display_name} closeLabel={t`Close`} onClose={onClose}>
      <div className={desk.sections}>
        <Facts brand={brand} />
        <BrandStatusForm key={brand.pause?.since} brand={brand} />
        <BrandOwners brand={brand} />
        <EditBrand brand={brand} />
        <TakedownSection targets={targetsOfBrand(brand)} />
      </div>
    </Drawer>
  );
}

function Facts({ brand }: { brand: OperatorBrand }) {
  const { t } = useLingui();
  const { day, moment } = useDates();
  const { pause } = brand;
  const variants = useQuery(installationQuery()).data?.variants ?? [];
  const rows = [
    { name: t`Status`, value: t(brandStatusNames[pause?.status ?? 'active']) },
    { name: t`Since`, value: pause && moment(pause.since) },
    { name: t`Address`, value: `/${brand.slug}` },
    { name: t`Shop`, value: brand.shop_url },
    { name: t`Variant`, value: variants.find(({ key }) => key === brand.project)?.name ?? brand.project },
    { name: t`Created`, value: day(brand.created_at) },
    { name: t`Creators`, value: formatNumber(brand.creators) },
    {
      name: t`Owed to creators`,
      value: brand.owed.length > 0 ? brand.owed.map((money) => formatMoney(money)).join(' · ') : t`Nothing`,
    },
  ];
  return (
    <div className={desk.section}>
      <dl className={desk.facts}>
        {rows.map(({ name, value }) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <Link to="/operator/audit" search={{ subject: brand.id }}>
        <Trans>Audit history</Trans>
      </Link>
    </div>
  );
}
