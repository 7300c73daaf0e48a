import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OperatorBrand } from '@vitrine/contract/operators.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { formatMoney, isNegative, withoutSign } from '../format/money.ts';
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
        {/* After saving, the fields are new ones, so what was typed doesn’t count as unsaved. */}
        <EditBrand
          key={JSON.stringify([brand.display_name, brand.shop_url, brand.project, brand.hosts])}
          brand={brand}
        />
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
  const amounts = (of: OperatorBrand['owed']) => of.map((money) => formatMoney(money)).join(' · ');
  const owed = amounts(brand.owed.filter((money) => !isNegative(money)));
  // After a refund of an order that was paid out, the balances can add up to less than nothing.
  const overpaid = amounts(brand.owed.filter(isNegative).map(withoutSign));
  const rows = [
    { name: t`Status`, value: t(brandStatusNames[pause?.status ?? 'active']) },
    { name: t`Since`, value: pause && moment(pause.since) },
    { name: t`Address`, value: `/${brand.slug}` },
    { name: t`Shop`, value: brand.shop_url },
    { name: t`Variant`, value: variants.find(({ key }) => key === brand.project)?.name ?? brand.project },
    { name: t`Created`, value: day(brand.created_at) },
    { name: t`Creators`, value: formatNumber(brand.creators) },
    { name: t`Owed to creators`, value: owed || t`Nothing` },
    { name: t`Owed by creators`, value: overpaid && t`${overpaid}, covered by their next commissions` },
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
