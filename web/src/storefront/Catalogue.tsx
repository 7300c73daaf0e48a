import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconLink, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { Product } from '@vitrine/contract/storefront.ts';
import { ApiProblem } from '../api/problem.ts';
import { useDates } from '../accounts/dates.ts';
import { imageSource } from '../format/images.ts';
import { formatMoney } from '../format/money.ts';
import { failureText } from '../format/refusals.ts';
import { FailedArea } from '../failures/FailedArea.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/Field.tsx';
import { Hidden } from '../ui/Hidden.tsx';
import { Picture } from '../ui/Picture.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { useLinkRefusals } from '../links/refusals.ts';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { useDebounced } from '../ui/debounced.ts';
import { earningText } from './earning-texts.ts';
import { pastedAddress } from './pasted-address.ts';
import { addressQuery, catalogueQuery, usePlacementMutations } from './storefront.data.ts';
import styles from './drawers.module.css';

/** The brand's catalog, with what a sale of each product earns. */
export function Catalogue({ account, onClose }: { account: MerchantAccount; onClose: () => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed).trim();
  const address = pastedAddress(search);
  const { merchant_display_name: brand } = account;
  return (
    <Drawer title={t`Add a product`} closeLabel={t`Close`} onClose={onClose}>
      <div className={styles.search}>
        <TextField
          label={t`Search products or paste a ${brand} link`}
          type="search"
          value={typed}
          maxLength={2048}
          data-start-here
          lead={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {address ? (
        <AtAddress account={account} address={address} />
      ) : (
        <Results account={account} search={search.slice(0, 100)} onClear={() => setTyped('')} />
      )}
    </Drawer>
  );
}

function LoadingProducts() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading products`} className={styles.results}>
      {[1, 2, 3, 4, 5].map((row) => (
        <Bone key={row} tall="5rem" />
      ))}
    </Loading>
  );
}

type ResultsProps = { account: MerchantAccount; search: string; onClear: () => void };

function Results({ account, search, onClear }: ResultsProps) {
  const { t } = useLingui();
  const query = useInfiniteQuery({ ...catalogueQuery(account.id, search), placeholderData: keepPreviousData });
  const products = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      {query.isPending ? <LoadingProducts /> : null}
      {query.isError && !query.data ? (
        <FailedArea
          icon={<IconSearch size={28} stroke={1.4} />}
          title={t`We couldn’t load the catalog`}
          error={query.error}
          retry={query.refetch}
        />
      ) : null}
      {query.data && products.length === 0 ? (
        <NothingFound brand={account.merchant_display_name} search={search} onClear={onClear} />
      ) : null}
      <ul className={styles.results} aria-busy={query.isPlaceholderData}>
        {products.map((product) => (
          <Found key={product.id} product={product} accountId={account.id} />
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  );
}

/** What a pasted address is: a product to add, or another page of the shop to create a link to. */
function AtAddress({ account, address }: { account: MerchantAccount; address: string }) {
  const { t } = useLingui();
  const query = useQuery(addressQuery(account.id, address));
  const { merchant_display_name: brand } = account;
  const refusals = useLinkRefusals(brand);
  if (query.isPending) return <LoadingProducts />;
  if (query.isError) {
    const reason = query.error instanceof ApiProblem ? query.error.errors['address']?.join(', ') : undefined;
    return (
      <EmptyState icon={<IconLink size={28} stroke={1.4} />} title={t`We can’t use that link`}>
        {reason ? refusals.destination(reason) : t(failureText(query.error))}
      </EmptyState>
    );
  }
  if (query.data.product) {
    return (
      <ul className={styles.results}>
        <Found product={query.data.product} accountId={account.id} />
      </ul>
    );
  }
  return (
    <EmptyState
      icon={<IconLink size={28} stroke={1.4} />}
      title={t`This page isn’t a product`}
      action={
        <Link
          to="/manage/$id/links"
          params={{ id: account.slug }}
          search={{ to: query.data.address }}
          className={buttonClass()}
        >
          <Trans>Create link</Trans>
        </Link>
      }
    >
      <Trans>It isn’t in {brand}’s catalog, but you can still share it with a shortlink.</Trans>
    </EmptyState>
  );
}

function Found({ product, accountId }: { product: Product; accountId: string }) {
  const { t } = useLingui();
  const { day } = useDates();
  const { add } = usePlacementMutations(accountId);
  const { title } = product;
  const placed = product.placed || add.isSuccess;
  return (
    <li className={styles.found}>
      <Picture src={imageSource(product.image)} name={title} className={styles.picture} />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        <p className={styles.price}>
          {formatMoney(product.price)}
          {product.in_stock ? null : (
            <span className={styles.stock}>
              <Trans>Sold out</Trans>
            </span>
          )}
        </p>
        <p className={styles.earns}>{earningText(product, day)}</p>
        {add.error ? (
          <p role="alert" className={styles.failed}>
            {t(failureText(add.error))}
          </p>
        ) : null}
      </div>
      {placed ? (
        <span className={styles.placed} role="status">
          <IconCheck size={18} stroke={1.8} aria-hidden="true" />
          <Trans>Added</Trans>
        </span>
      ) : (
        <Button small look="quiet" busy={add.isPending} onClick={() => add.mutate({ product_id: product.id })}>
          <IconPlus size={16} aria-hidden="true" />
          <Trans>Add</Trans>
          <Hidden>{` ${title}`}</Hidden>
        </Button>
      )}
    </li>
  );
}

function NothingFound({ brand, search, onClear }: { brand: string; search: string; onClear: () => void }) {
  const { t } = useLingui();
  if (!search)
    return (
      <EmptyState icon={<IconSearch size={28} stroke={1.4} />} title={t`No products in the catalog yet`}>
        <Trans>{brand} hasn’t added any products to its catalog yet. They’ll appear here when it does.</Trans>
      </EmptyState>
    );
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
      <Trans>Try a shorter word or a category.</Trans>
    </EmptyState>
  );
}
