import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconSearch, IconShoppingBag } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { Placement } from '@vitrine/contract/storefront.ts';
import { useUser } from '../accounts/accounts.data.ts';
import { formatNumber } from '../format/numbers.ts';
import { loadChunk } from '../api/chunk.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/Field.tsx';
import { collectionsQuery } from './collections.data.ts';
import { ManageHead } from './ManageHead.tsx';
import { PlacementGrid, titleOf } from './PlacementGrid.tsx';
import { ProductsSkeleton } from './ProductsSkeleton.tsx';
import { placementsQuery, storefrontOf } from './storefront.data.ts';
import styles from './products.module.css';

export default createLazyRoute('/frame/manage/$id/products')({
  component: ProductsPage,
  pendingComponent: ProductsSkeleton,
});

const Catalogue = lazy(() => loadChunk(() => import('./Catalogue.tsx')).then((part) => ({ default: part.Catalogue })));

const route = getRouteApi('/frame/manage/$id/products');

function ProductsPage() {
  const { id: slug } = route.useParams();
  const account = storefrontOf(useUser(), slug);
  return account ? <Storefront key={account.id} account={account} /> : null;
}

/** Show the search box from this many products. */
const searchedFrom = 9;

function Storefront({ account }: { account: MerchantAccount }) {
  const { data: placements } = useSuspenseQuery(placementsQuery(account.id));
  const { data: collections } = useSuspenseQuery(collectionsQuery(account.id));
  const [adding, setAdding] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim().toLocaleLowerCase());
  const found = search === '' ? placements : placements.filter((placement) => isAbout(placement, search));
  const add = (
    <Button onClick={() => setAdding(true)}>
      <IconPlus size={18} aria-hidden="true" />
      <Trans>Add a product</Trans>
    </Button>
  );
  return (
    <>
      <ManageHead
        account={account}
        dateline={placements.length > 0 ? <Tally placements={placements} /> : undefined}
        action={placements.length > 0 ? add : undefined}
      />
      {placements.length >= searchedFrom ? <Search typed={typed} onType={setTyped} /> : null}
      {placements.length > 0 ? (
        <PlacementGrid account={account} placements={found} collections={collections} isNarrowed={search !== ''} />
      ) : (
        <NoProducts account={account} action={add} />
      )}
      {placements.length > 0 && found.length === 0 ? (
        <NotAmongThem search={typed.trim()} onClear={() => setTyped('')} />
      ) : null}
      {adding ? (
        <Suspense>
          <Catalogue account={account} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function isAbout(placement: Placement, search: string): boolean {
  const { product, note, short_url: url } = placement;
  return [titleOf(placement), product.title, product.sku, product.category, note, url].some((text) =>
    text.toLocaleLowerCase().includes(search),
  );
}

function Search({ typed, onType }: { typed: string; onType: (text: string) => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.search} role="search">
      <TextField
        label={t`Search your storefront`}
        type="search"
        value={typed}
        maxLength={100}
        lead={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  );
}

function NotAmongThem({ search, onClear }: { search: string; onClear: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<IconSearch size={28} stroke={1.4} />}
      title={t`No results for “${search}”`}
      action={
        <Button look="quiet" onClick={onClear}>
          <Trans>Clear search</Trans>
        </Button>
      }
    >
      <Trans>We searched titles, notes and links.</Trans>
    </EmptyState>
  );
}

function Tally({ placements }: { placements: readonly Placement[] }) {
  const clicks = placements.reduce((sum, placement) => sum + placement.clicks_last_30_days, 0);
  const hidden = placements.filter((placement) => placement.hidden).length;
  const [products, inDays] = [formatNumber(placements.length), formatNumber(clicks)];
  return (
    <>
      <Plural value={placements.length} one={`${products} product`} other={`${products} products`} />
      {hidden > 0 ? (
        <>
          {', '}
          <Plural value={hidden} one="# hidden" other="# hidden" />
        </>
      ) : null}
      <span className={styles.tally}>
        <Plural
          value={clicks}
          one={`${inDays} click in the last 30 days, including today`}
          other={`${inDays} clicks in the last 30 days, including today`}
        />
      </span>
    </>
  );
}

function NoProducts({ account, action }: { account: MerchantAccount; action: React.ReactNode }) {
  const { t } = useLingui();
  const { merchant_display_name: brand } = account;
  return (
    <EmptyState icon={<IconShoppingBag size={28} stroke={1.4} />} title={t`No products yet`} action={action}>
      <Trans>Add a {brand} product you’d recommend. It gets its own link and shows on your storefront.</Trans>
    </EmptyState>
  );
}
