import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { Delivery } from '@vitrine/contract/deliveries.ts';
import { lazy, Suspense, useState } from 'react';
import desk from '../consoles/Console.module.css';
import { QueryState, RowsToCome } from '../consoles/QueryStates.tsx';
import { loadPart } from '../locales/texts.ts';
import { useSearchBox, useSheetClose } from '../navigation/search-box.ts';
import { brandsQuery } from '../operators/operators.data.ts';
import { Button } from '../ui/Button.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { allDeliveriesQuery, anyDeliveryQuery } from './deliveries.data.ts';
import { DeliveryList, DeliverySearch, NoDeliveries, OutcomeSelect } from './DeliveryList.tsx';
import { DeliverySheet } from './DeliverySheet.tsx';
import { isDeliveryFilter } from './delivery-texts.ts';

export default createLazyRoute('/operator-frame/operator/deliveries')({ component: DeliveriesPage });

const route = getRouteApi('/operator-frame/operator/deliveries');

const Decision = lazy(() =>
  loadPart('earnings', () => import('../orders/BrandDecision.tsx')).then((part) => ({ default: part.BrandDecision })),
);

function DeliveriesPage() {
  const { t } = useLingui();
  const { search = '', outcome, brand, delivery } = route.useSearch();
  const navigate = route.useNavigate();
  const { typed, setTyped } = useSearchBox(
    search,
    (rested) => void navigate({ search: (kept) => ({ ...kept, search: rested }), replace: true }),
  );
  const close = useSheetClose(
    () => void navigate({ search: (kept) => ({ ...kept, delivery: '' }), replace: true, resetScroll: false }),
  );
  const brands = useQuery(brandsQuery()).data ?? [];
  const filter = {
    ...(search && { search }),
    ...(isDeliveryFilter(outcome) && { outcome }),
    ...(brand && { brand }),
  };
  const query = useInfiniteQuery({ ...allDeliveriesQuery(filter), placeholderData: keepPreviousData });
  const deliveries = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <Masthead heading={t`Deliveries`} dateline={<Trans>Every webhook from a shop, and what we did with it</Trans>} />
      <div className={desk.filters}>
        <DeliverySearch typed={typed} onType={setTyped} />
        <Select
          label={t`Brand`}
          value={brands.some(({ slug }) => slug === brand) && brand ? brand : ''}
          choices={[
            { value: '', label: t`All brands` },
            ...brands.map(({ slug, display_name: name }) => ({ value: slug, label: name })),
          ]}
          onChoose={(chosen) => void navigate({ search: (kept) => ({ ...kept, brand: chosen }), replace: true })}
        />
        <OutcomeSelect
          value={filter.outcome ?? ''}
          onChoose={(chosen) => void navigate({ search: (kept) => ({ ...kept, outcome: chosen }), replace: true })}
        />
      </div>
      <QueryState query={query} loading={t`Loading deliveries`} failed={t`We couldn’t load the deliveries`} />
      {query.data && deliveries.length === 0 ? (
        <NoDeliveries
          isFiltered={Object.keys(filter).length > 0}
          onClear={() => {
            setTyped('');
            void navigate({ search: {}, replace: true });
          }}
        />
      ) : null}
      {deliveries.length > 0 ? (
        <DeliveryList
          hasBrands
          deliveries={deliveries}
          busy={query.isPlaceholderData}
          linkTo={({ id }, name) => (
            <Link
              from="/operator/deliveries"
              to="."
              search={(kept) => ({ ...kept, delivery: id })}
              state={{ openedHere: true }}
              resetScroll={false}
              preload={false}
              className={desk.open}
            >
              {name}
            </Link>
          )}
        />
      ) : null}
      <ShowMore query={query} />
      {delivery ? <OpenDelivery key={delivery} id={delivery} onClose={close} /> : null}
    </>
  );
}

function OpenDelivery({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(anyDeliveryQuery(id));
  return (
    <DeliverySheet
      query={query}
      onClose={onClose}
      decision={({ brand, is_test: isTest }, orderId) =>
        brand && !isTest ? <ShowDecision brand={brand} orderId={orderId} /> : null
      }
    />
  );
}

type ShowDecisionProps = { brand: NonNullable<Delivery['brand']>; orderId: string };

/** Operators can't open the console of a brand, so the decision is shown in place. */
function ShowDecision({ brand, orderId }: ShowDecisionProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <div className={desk.actions}>
        <Button look="quiet" onClick={() => setOpen(true)}>
          <Trans>View decision</Trans>
        </Button>
      </div>
    );
  return (
    <Suspense fallback={<RowsToCome label={t`Loading the decision`} rows={2} />}>
      <Decision merchantId={brand.id} orderId={orderId} />
    </Suspense>
  );
}
