import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconExternalLink, IconPlus, IconShoppingBag } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { Placement } from '@vitrine/contract/storefront.ts';
import { useUser } from '../accounts/accounts.data.ts';
import { formatNumber } from '../format/numbers.ts';
import { loadChunk } from '../api/chunk.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { PlacementGrid } from './PlacementGrid.tsx';
import { ProductsSkeleton } from './ProductsSkeleton.tsx';
import { placementsQuery, storefrontOf } from './storefront.data.ts';
import styles from './products.module.css';
import { StorefrontMenu } from './StorefrontMenu.tsx';

export const productsPage = createLazyRoute('/frame/manage/$id/products')({
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

function Storefront({ account }: { account: MerchantAccount }) {
  const { t } = useLingui();
  const { data: placements } = useSuspenseQuery(placementsQuery(account.id));
  const [adding, setAdding] = useState(false);
  const add = (
    <Button onClick={() => setAdding(true)}>
      <IconPlus size={18} aria-hidden="true" />
      <Trans>Add a product</Trans>
    </Button>
  );
  return (
    <>
      <Masthead
        heading={t`Manage`}
        beside={<StorefrontMenu slug={account.slug} className={styles.which} />}
        dateline={placements.length > 0 ? <Tally placements={placements} /> : undefined}
        controls={
          <>
            <a className={buttonClass({ look: 'quiet' })} href={account.storefront_url} target="_blank" rel="noopener">
              <IconExternalLink size={18} stroke={1.6} aria-hidden="true" />
              <Trans>View storefront</Trans>
            </a>
            {placements.length > 0 ? add : null}
          </>
        }
      />
      {placements.length > 0 ? (
        <PlacementGrid account={account} placements={placements} />
      ) : (
        <NoProducts account={account} deed={add} />
      )}
      {adding ? (
        <Suspense>
          <Catalogue account={account} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </>
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
          <Plural value={hidden} one="# of them hidden" other="# of them hidden" />
        </>
      ) : null}
      <span className={styles.tally}>
        <Plural value={clicks} one={`${inDays} click in 30 days`} other={`${inDays} clicks in 30 days`} />
      </span>
    </>
  );
}

function NoProducts({ account, deed }: { account: MerchantAccount; deed: React.ReactNode }) {
  const { t } = useLingui();
  const { merchant_display_name: brand } = account;
  return (
    <EmptyState icon={<IconShoppingBag size={28} stroke={1.4} />} title={t`An empty window`} deed={deed}>
      <Trans>
        Choose something of {brand} that you would recommend. It gets a link of its own, and its place on your
        storefront.
      </Trans>
    </EmptyState>
  );
}
