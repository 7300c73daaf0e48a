import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconSearch, IconShoppingBag } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { MetaOf } from '@vitrine/contract/endpoint.ts';
import type { listPlacements } from '@vitrine/contract/storefront.ts';
import { useUser } from '../accounts/accounts.data.ts';
import { formatNumber } from '../format/numbers.ts';
import { loadChunk } from '../api/chunk.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useDebounced } from '../ui/debounced.ts';
import { TextField } from '../ui/Field.tsx';
import { collectionsQuery } from './collections.data.ts';
import { ManageHead } from './ManageHead.tsx';
import { PlacementGrid } from './PlacementGrid.tsx';
import { ProductsSkeleton } from './ProductsSkeleton.tsx';
import { placementsQuery, storefrontOf } from './storefront.data.ts';
import styles from './products.module.css';

export default createLazyRoute('/frame/manage/$id/products')({
  component: ProductsPage,
  pendingComponent: ProductsSkeleton,
});

const Catalogue = lazy(() => loadChunk(() => import('./Catalogue.tsx')).then((part) => ({ default: part.Catalogue })));

const WelcomeCard = lazy(() =>
  loadChunk(() => import('../groups/WelcomeCard.tsx')).then((part) => ({ default: part.WelcomeCard })),
);

const route = getRouteApi('/frame/manage/$id/products');

function ProductsPage() {
  const { id: slug } = route.useParams();
  const account = storefrontOf(useUser(), slug);
  return account ? <Storefront key={account.id} account={account} /> : null;
}

/** Show the search box from this many products. */
const searchedFrom = 9;

function Storefront({ account }: { account: MerchantAccount }) {
  const whole = useSuspenseInfiniteQuery(placementsQuery(account.id));
  const { data: collections } = useSuspenseQuery(collectionsQuery(account.id));
  const [adding, setAdding] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed).trim();
  const matching = useInfiniteQuery({
    ...placementsQuery(account.id, search),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const tally = whole.data.pages[0]?.meta;
  const isEmpty = !tally || tally.total === 0;
  const isSuspended = useUser().suspended_since !== null;
  // Until the first results arrive, everything stays.
  const query = search === '' || !matching.data ? whole : matching;
  const found = query.data?.pages.flatMap((page) => page.data) ?? [];
  const add = isSuspended ? undefined : (
    <Button onClick={() => setAdding(true)}>
      <IconPlus size={18} aria-hidden="true" />
      <Trans>Add a product</Trans>
    </Button>
  );
  return (
    <>
      <ManageHead
        account={account}
        dateline={isEmpty ? undefined : <Tally tally={tally} />}
        action={isEmpty ? undefined : add}
      />
      <Suspense>
        <WelcomeCard slug={account.slug} />
      </Suspense>
      {tally && tally.total >= searchedFrom ? <Search typed={typed} onType={setTyped} /> : null}
      {isEmpty ? (
        <NoProducts account={account} isSuspended={isSuspended} action={add} />
      ) : (
        <PlacementGrid
          account={account}
          placements={found}
          collections={collections}
          total={tally.total}
          isNarrowed={search !== ''}
          more={query}
        />
      )}
      {!isEmpty && found.length === 0 ? <NotAmongThem search={search} onClear={() => setTyped('')} /> : null}
      {adding ? (
        <Suspense>
          <Catalogue account={account} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </>
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

function Tally({ tally }: { tally: MetaOf<typeof listPlacements> }) {
  const { total, hidden, clicks_last_30_days: clicks } = tally;
  const [products, inDays] = [formatNumber(total), formatNumber(clicks)];
  return (
    <>
      <Plural value={total} one={`${products} product`} other={`${products} products`} />
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

type NoProductsProps = { account: MerchantAccount; isSuspended: boolean; action: React.ReactNode };

function NoProducts({ account, isSuspended, action }: NoProductsProps) {
  const { t } = useLingui();
  const { merchant_display_name: brand } = account;
  return (
    <EmptyState icon={<IconShoppingBag size={28} stroke={1.4} />} title={t`No products yet`} action={action}>
      {isSuspended ? (
        <Trans>Once your account is no longer suspended, add a product to your storefront and share its link.</Trans>
      ) : (
        <Trans>Add a {brand} product you’d recommend. It gets its own link and shows on your storefront.</Trans>
      )}
    </EmptyState>
  );
}
