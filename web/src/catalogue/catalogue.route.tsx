import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  IconArchive,
  IconArchiveOff,
  IconCategory,
  IconHistory,
  IconPlus,
  IconRss,
  IconSearch,
  IconUpload,
} from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { listCatalogue } from '@vitrine/contract/catalogue.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { type ReactNode, useState } from 'react';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { imageSource } from '../format/images.ts';
import { formatMoney } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { orderRulesQuery } from '../terms/order-rules.data.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/Field.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Picture } from '../ui/Picture.tsx';
import { Segments } from '../ui/Segments.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { useDebounced } from '../ui/debounced.ts';
import { Table } from '../ui/Table.tsx';
import { showToast } from '../ui/toasts.ts';
import styles from './catalogue.module.css';
import { type CatalogueState, productsQuery } from './catalogue.data.ts';
import { FeedSheet } from './FeedSheet.tsx';
import { ImportSheet } from './ImportSheet.tsx';
import { ProductForm } from './ProductForm.tsx';
import { useProductMutations } from './products.data.ts';
import { RecentImports } from './RecentImports.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/catalogue')({ component: CataloguePage });

const route = getRouteApi('/brand-frame/brand/$merchant/catalogue');
type Product = DataOf<typeof listCatalogue>[number];

type CatalogueSheet = 'import' | 'history' | 'add' | 'feed';
type CatalogueActionsProps = { merchant: string; isEmpty?: boolean; onOpen: (sheet: CatalogueSheet) => void };

/** The ways to fill the catalog; an empty one has no imports to look at. */
function CatalogueActions({ merchant, isEmpty = false, onOpen }: CatalogueActionsProps) {
  const mayChange = useBrandRights(merchant)('catalog');
  return (
    <>
      {isEmpty ? null : (
        <Button look="quiet" onClick={() => onOpen('history')}>
          <IconHistory size={18} stroke={1.6} aria-hidden="true" />
          <Trans>Recent imports</Trans>
        </Button>
      )}
      {mayChange ? (
        <Button look="quiet" onClick={() => onOpen('feed')}>
          <IconRss size={18} stroke={1.6} aria-hidden="true" />
          <Trans>Product feed</Trans>
        </Button>
      ) : null}
      <Button look="quiet" onClick={() => onOpen('add')}>
        <IconPlus size={18} stroke={1.6} aria-hidden="true" />
        <Trans>Add product</Trans>
      </Button>
      <Button onClick={() => onOpen('import')}>
        <IconUpload size={18} stroke={1.6} aria-hidden="true" />
        <Trans>Import products</Trans>
      </Button>
    </>
  );
}

function CataloguePage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState<CatalogueSheet>();
  const [state, setState] = useState<CatalogueState>('active');
  const close = () => setOpen(undefined);
  const search = useDebounced(typed).trim();
  const query = useInfiniteQuery({ ...productsQuery(merchant, search, state), placeholderData: keepPreviousData });
  const rules = useQuery(orderRulesQuery(merchant));
  const total = query.data?.pages[0]?.meta.total ?? 0;
  const counted = formatNumber(total);
  const isEmpty = query.data !== undefined && total === 0 && !search && state === 'active';
  return (
    <>
      <Masthead
        heading={t`Catalog`}
        dateline={
          query.data && !isEmpty ? <Plural value={total} one="# product" other={`${counted} products`} /> : undefined
        }
        controls={isEmpty ? undefined : <CatalogueActions merchant={merchant} onOpen={setOpen} />}
      />
      {isEmpty ? null : (
        <div className={desk.filters}>
          <TextField
            label={t`Search by name, SKU or category`}
            type="search"
            value={typed}
            maxLength={100}
            lead={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Segments
            label={t`Which products`}
            value={state}
            choices={[
              { value: 'active', label: t`In the catalog` },
              { value: 'archived', label: t`Archived` },
            ]}
            onChoose={setState}
          />
        </div>
      )}
      <QueryState query={query} loading={t`Loading products`} failed={t`We couldn’t load your catalog`} />
      {query.data && total === 0 ? (
        <NoProducts
          search={search}
          state={state}
          onClear={() => setTyped('')}
          action={
            <div className={desk.actions}>
              <CatalogueActions merchant={merchant} isEmpty onOpen={setOpen} />
            </div>
          }
        />
      ) : null}
      {total > 0 ? (
        <Products
          merchant={merchant}
          products={query.data?.pages.flatMap((page) => page.data) ?? []}
          state={state}
          busy={query.isPlaceholderData}
        />
      ) : null}
      <ShowMore query={query} />
      {open === 'import' ? <ImportSheet merchant={merchant} onClose={close} /> : null}
      {open === 'add' && rules.data ? (
        <ProductForm
          merchant={merchant}
          currency={rules.data.currency}
          onSaved={({ id }) =>
            void navigate({ to: '/brand/$merchant/catalogue/$product', params: { merchant, product: id } })
          }
          onClose={close}
        />
      ) : null}
      {open === 'feed' ? <FeedSheet merchant={merchant} onClose={close} /> : null}
      {open === 'history' ? <RecentImports merchant={merchant} onClose={close} /> : null}
    </>
  );
}

type ProductsProps = {
  merchant: string;
  products: readonly Product[];
  state: CatalogueState;
  busy: boolean;
};

function Products({ merchant, products, state, busy }: ProductsProps) {
  const { t } = useLingui();
  const { change } = useProductMutations(merchant);
  const isArchived = state === 'archived';
  const move = ({ id, title }: Product) =>
    change.mutate(
      { id, edit: { archived: !isArchived } },
      {
        onSuccess: () =>
          showToast(isArchived ? t`“${title}” restored.` : t`“${title}” archived.`, {
            label: t`Undo`,
            run: () => change.mutate({ id, edit: { archived: isArchived } }),
          }),
      },
    );
  return (
    <Table<Product>
      caption={t`Products by name`}
      rows={products}
      keyOf={(product) => product.id}
      isPictured
      busy={busy}
      columns={[
        { label: t`Product`, look: 'main', cell: (product) => <ProductName merchant={merchant} product={product} /> },
        { label: t`Category`, look: 'quiet', cell: (product) => product.category || '—' },
        { label: t`Stock`, cell: (product) => (product.in_stock ? t`In stock` : t`Sold out`) },
        { label: t`Price`, look: 'number', phone: 'end', cell: (product) => formatMoney(product.price) },
        {
          label: isArchived ? t`Restore` : t`Archive`,
          look: 'actions',
          cell: (product) => {
            const { title } = product;
            return (
              <IconButton label={isArchived ? t`Restore ${title}` : t`Archive ${title}`} onClick={() => move(product)}>
                {isArchived ? (
                  <IconArchiveOff size={20} stroke={1.6} aria-hidden="true" />
                ) : (
                  <IconArchive size={20} stroke={1.6} aria-hidden="true" />
                )}
              </IconButton>
            );
          },
        },
      ]}
    />
  );
}

function ProductName({ merchant, product }: { merchant: string; product: Product }) {
  return (
    <span className={styles.product}>
      <Picture src={imageSource(product.image)} name={product.title} className={styles.picture} />
      <span>
        <Link to="/brand/$merchant/catalogue/$product" params={{ merchant, product: product.id }} className={desk.open}>
          {product.title}
        </Link>
        <span className={desk.under}>{product.sku}</span>
      </span>
    </span>
  );
}

type NoProductsProps = { search: string; state: CatalogueState; onClear: () => void; action: ReactNode };

function NoProducts({ search, state, onClear, action }: NoProductsProps) {
  const { t } = useLingui();
  if (search)
    return (
      <EmptyState
        icon={<IconSearch size={28} stroke={1.4} />}
        title={t`No products match “${search}”`}
        action={
          <Button look="quiet" onClick={onClear}>
            <Trans>Show all products</Trans>
          </Button>
        }
      >
        <Trans>Try a shorter word or a category.</Trans>
      </EmptyState>
    );
  if (state === 'archived')
    return (
      <EmptyState icon={<IconArchive size={28} stroke={1.4} />} title={t`No archived products`}>
        <Trans>Products that you archive are kept here, and you can restore them.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState icon={<IconCategory size={28} stroke={1.4} />} title={t`No products yet`} action={action}>
      <Trans>
        Import your products from a file or a feed of your shop, or add one by hand, so creators can feature them.
      </Trans>
    </EmptyState>
  );
}
