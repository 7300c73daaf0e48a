import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconLink, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import { useUser } from '../accounts/accounts.data.ts';
import { loadChunk } from '../api/chunk.ts';
import { formatNumber } from '../format/numbers.ts';
import { FailedArea } from '../failures/FailedArea.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/Field.tsx';
import { useDebounced } from '../ui/debounced.ts';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { LinkList } from './LinkList.tsx';
import { type LinkOrder, linksQuery } from './links.data.ts';
import rows from '../storefront/rows.module.css';
import styles from './links.module.css';
import { ManageHead } from '../storefront/ManageHead.tsx';
import { CollectionsSkeleton } from '../storefront/CollectionsSkeleton.tsx';
import { storefrontOf } from '../storefront/storefront.data.ts';

export default createLazyRoute('/frame/manage/$id/links')({
  component: LinksPage,
  pendingComponent: CollectionsSkeleton,
});

const NewLink = lazy(() => loadChunk(() => import('./NewLink.tsx')).then((part) => ({ default: part.NewLink })));

const route = getRouteApi('/frame/manage/$id/links');

function LinksPage() {
  const { id: slug } = route.useParams();
  const account = storefrontOf(useUser(), slug);
  return account ? <Links key={account.id} account={account} /> : null;
}

function Links({ account }: { account: MerchantAccount }) {
  const { t } = useLingui();
  const { to } = route.useSearch();
  const navigate = route.useNavigate();
  const [adding, setAdding] = useState(to !== undefined);
  const [typed, setTyped] = useState('');
  const [sort, setSort] = useState<LinkOrder>('newest');
  const search = useDebounced(typed).trim();
  const query = useInfiniteQuery({
    ...linksQuery(account.id, { search, sort }),
    placeholderData: keepPreviousData,
  });
  const links = query.data?.pages.flatMap((page) => page.data) ?? [];
  const total = query.data?.pages[0]?.meta.total ?? 0;
  const isEmpty = query.data !== undefined && total === 0 && search === '';
  const close = () => {
    setAdding(false);
    if (to !== undefined) void navigate({ search: {}, replace: true });
  };
  const add = (
    <Button onClick={() => setAdding(true)}>
      <IconPlus size={18} aria-hidden="true" />
      <Trans>New link</Trans>
    </Button>
  );
  return (
    <>
      <ManageHead
        account={account}
        dateline={total > 0 ? <Tally total={total} isFound={search !== ''} /> : undefined}
        action={isEmpty ? undefined : add}
      />
      {isEmpty ? (
        <EmptyState icon={<IconLink size={28} stroke={1.4} />} title={t`No links yet`} action={add}>
          <Trans>
            Every product on your storefront gets its own link. You can also create links to any page of the shop, with
            an ending people will remember.
          </Trans>
        </EmptyState>
      ) : (
        <div className={styles.bar} role="search">
          <TextField
            label={t`Search links`}
            type="search"
            value={typed}
            maxLength={100}
            lead={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Select
            label={t`Sort links`}
            value={sort}
            choices={[
              { value: 'newest', label: t`Newest first` },
              { value: 'clicks', label: t`Most clicked first` },
            ]}
            onChoose={setSort}
          />
        </div>
      )}
      {query.isPending ? (
        <Loading label={t`Loading your links`} className={rows.waiting}>
          {[1, 2, 3, 4].map((row) => (
            <Bone key={row} tall="6rem" />
          ))}
        </Loading>
      ) : null}
      {query.isError && !query.data ? (
        <FailedArea
          icon={<IconLink size={28} stroke={1.4} />}
          title={t`We couldn’t load your links`}
          error={query.error}
          retry={query.refetch}
        />
      ) : null}
      {query.data && total === 0 && search !== '' ? (
        <EmptyState
          icon={<IconSearch size={28} stroke={1.4} />}
          title={t`No results for “${search}”`}
          action={
            <Button look="quiet" onClick={() => setTyped('')}>
              <Trans>Clear search</Trans>
            </Button>
          }
        >
          <Trans>We searched titles, codes and destinations.</Trans>
        </EmptyState>
      ) : null}
      <LinkList account={account} links={links} isStale={query.isPlaceholderData} />
      <ShowMore query={query} />
      {adding ? (
        <Suspense>
          <NewLink account={account} destination={to ?? ''} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}

function Tally({ total, isFound }: { total: number; isFound: boolean }) {
  const count = formatNumber(total);
  return isFound ? (
    <Plural value={total} one={`${count} link found`} other={`${count} links found`} />
  ) : (
    <Plural value={total} one={`${count} link`} other={`${count} links`} />
  );
}
