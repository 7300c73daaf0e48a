import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { OperatorBrand } from '@vitrine/contract/operators.ts';
import { useState } from 'react';
import { imageSource } from '../format/images.ts';
import { formatNumber } from '../format/numbers.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Address } from '../ui/Address.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { Table } from '../ui/Table.tsx';
import { useSheetClose } from '../navigation/search-box.ts';
import { brandLook, brandStatusNames } from './brand-texts.ts';
import { BrandDetails } from './BrandDetails.tsx';
import { BrandSheet } from './BrandSheet.tsx';
import { brandsQuery } from './operators.data.ts';

export default createLazyRoute('/operator-frame/operator/brands')({ component: BrandsPage });

const route = getRouteApi('/operator-frame/operator/brands');

function BrandsPage() {
  const { t } = useLingui();
  const query = useQuery(brandsQuery());
  const [opening, setOpening] = useState(false);
  const brands = query.data ?? [];
  const { brand: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const close = useSheetClose(() => void navigate({ search: {}, replace: true, resetScroll: false }));
  const shown = brands.find(({ id }) => id === chosen);
  const isEmpty = query.data?.length === 0;
  const open = (
    <Button onClick={() => setOpening(true)}>
      <IconPlus size={18} aria-hidden="true" />
      <Trans>Create brand</Trans>
    </Button>
  );
  return (
    <>
      <Masthead
        heading={t`Brands`}
        dateline={query.data && !isEmpty ? <Plural value={brands.length} one="# brand" other="# brands" /> : undefined}
        controls={isEmpty ? undefined : open}
      />
      <QueryState query={query} loading={t`Loading brands`} failed={t`We couldn’t load the brands`} />
      {isEmpty ? (
        <EmptyState icon={<IconBuildingStore size={28} stroke={1.4} />} title={t`No brands yet`} action={open}>
          <Trans>Create a brand so it can import its catalog, set its commission rates and invite creators.</Trans>
        </EmptyState>
      ) : null}
      {brands.length > 0 ? (
        <Table<OperatorBrand>
          caption={t`Brands by name`}
          rows={brands}
          keyOf={(brand) => brand.id}
          isPictured
          columns={[
            { label: t`Brand`, look: 'main', cell: (brand) => <BrandName brand={brand} /> },
            { label: t`Status`, phone: 'first', cell: (brand) => <Status brand={brand} /> },
            { label: t`Owner`, cell: (brand) => <Owners brand={brand} /> },
            { label: t`Currency`, look: 'number', phone: 'end', cell: (brand) => brand.currency },
            { label: t`Creators`, look: 'number', phone: 'named', cell: (brand) => formatNumber(brand.creators) },
            { label: t`Products`, look: 'number', phone: 'named', cell: (brand) => formatNumber(brand.products) },
            {
              label: t`Orders, last 30 days`,
              look: 'number',
              phone: 'named',
              cell: (brand) => formatNumber(brand.orders_in_30_days),
            },
          ]}
        />
      ) : null}
      {shown ? <BrandDetails key={shown.id} brand={shown} onClose={close} /> : null}
      {opening ? <BrandSheet onClose={() => setOpening(false)} /> : null}
    </>
  );
}

function BrandName({ brand }: { brand: OperatorBrand }) {
  return (
    <span className={desk.person}>
      <Avatar src={imageSource(brand.brand_logo)} name={brand.display_name} className={desk.avatar} />
      <span>
        <Link
          from="/operator/brands"
          to="."
          search={{ brand: brand.id }}
          state={{ openedHere: true }}
          resetScroll={false}
          preload={false}
          className={desk.open}
        >
          {brand.display_name}
        </Link>
        <span className={desk.under}>{new URL(brand.shop_url).hostname}</span>
      </span>
    </span>
  );
}

function Status({ brand }: { brand: OperatorBrand }) {
  const { t } = useLingui();
  const status = brand.pause?.status ?? 'active';
  return (
    <span className={desk.mark} data-look={brandLook(status)}>
      {t(brandStatusNames[status])}
    </span>
  );
}

function Owners({ brand }: { brand: OperatorBrand }) {
  const owners = brand.staff.filter((person) => person.role === 'owner');
  if (owners.length === 0) return '—';
  return owners.map((person) => (
    <span key={person.email}>
      {person.display_name}{' '}
      <span className={desk.under}>
        <Address>{person.email}</Address>
      </span>
    </span>
  ));
}
