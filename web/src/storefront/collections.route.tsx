import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconFolderPlus, IconPlus } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { Collection } from '@vitrine/contract/storefront.ts';
import { useUser } from '../accounts/accounts.data.ts';
import { loadChunk } from '../api/chunk.ts';
import { formatNumber } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { CollectionList, type CollectionAction } from './CollectionList.tsx';
import { collectionsQuery } from './collections.data.ts';
import { ManageHead } from './ManageHead.tsx';
import { CollectionsSkeleton } from './CollectionsSkeleton.tsx';
import { placementsQuery, storefrontOf } from './storefront.data.ts';

export default createLazyRoute('/frame/manage/$id/collections')({
  component: CollectionsPage,
  pendingComponent: CollectionsSkeleton,
});

const NameCollection = lazy(() =>
  loadChunk(() => import('./NameCollection.tsx')).then((part) => ({ default: part.NameCollection })),
);
const FillCollection = lazy(() =>
  loadChunk(() => import('./FillCollection.tsx')).then((part) => ({ default: part.FillCollection })),
);

const route = getRouteApi('/frame/manage/$id/collections');

function CollectionsPage() {
  const { id: slug } = route.useParams();
  const account = storefrontOf(useUser(), slug);
  return account ? <Collections key={account.id} account={account} /> : null;
}

type Opened = { what: 'new' } | { what: CollectionAction; id: string };

function Collections({ account }: { account: MerchantAccount }) {
  const { data: collections } = useSuspenseQuery(collectionsQuery(account.id));
  const { data: placements } = useSuspenseInfiniteQuery(placementsQuery(account.id));
  const hasProducts = (placements.pages[0]?.meta.total ?? 0) > 0;
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const open = opened && opened.what !== 'new' ? collections.find((each) => each.id === opened.id) : undefined;
  const add = (
    <Button onClick={() => setOpened({ what: 'new' })}>
      <IconPlus size={18} aria-hidden="true" />
      <Trans>New collection</Trans>
    </Button>
  );
  return (
    <>
      <ManageHead
        account={account}
        dateline={collections.length > 0 ? <Tally collections={collections} /> : undefined}
        action={collections.length > 0 ? add : undefined}
      />
      {collections.length > 0 ? (
        <CollectionList
          account={account}
          collections={collections}
          onOpen={(what, { id }) => setOpened({ what, id })}
        />
      ) : (
        <NoCollections action={add} />
      )}
      <Suspense>
        {opened?.what === 'new' ? (
          <NameCollection
            accountId={account.id}
            onClose={close}
            onMade={(id) => (hasProducts ? setOpened({ what: 'fill', id }) : close())}
          />
        ) : null}
        {open && opened?.what === 'name' ? (
          <NameCollection accountId={account.id} collection={open} onClose={close} onMade={close} />
        ) : null}
        {open && opened?.what === 'fill' ? (
          <FillCollection key={open.id} accountId={account.id} collection={open} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

function Tally({ collections }: { collections: readonly Collection[] }) {
  const hidden = collections.filter((collection) => collection.hidden).length;
  const count = formatNumber(collections.length);
  return (
    <>
      <Plural value={collections.length} one={`${count} collection`} other={`${count} collections`} />
      {hidden > 0 ? (
        <>
          {', '}
          <Plural value={hidden} one="# hidden" other="# hidden" />
        </>
      ) : null}
    </>
  );
}

function NoCollections({ action }: { action: React.ReactNode }) {
  const { t } = useLingui();
  return (
    <EmptyState icon={<IconFolderPlus size={28} stroke={1.4} />} title={t`No collections yet`} action={action}>
      <Trans>
        Group products under your own heading, like a routine, a room or a season, so shoppers find them easily.
      </Trans>
    </EmptyState>
  );
}
