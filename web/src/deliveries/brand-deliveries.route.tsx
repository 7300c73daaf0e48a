import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { DeliveryFilter } from '@vitrine/contract/deliveries.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { useSearchBox, useSheetClose } from '../navigation/search-box.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { deliveriesQuery, deliveryQuery, hasBody } from './deliveries.data.ts';
import { DeliveryList, DeliverySearch, NoDeliveries, OutcomeSelect } from './DeliveryList.tsx';
import { DeliverySheet } from './DeliverySheet.tsx';
import { isDeliveryFilter } from './delivery-texts.ts';
import { RepairAll } from './RepairAll.tsx';
import { Repairs } from './Repairs.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/settings/deliveries')({
  component: BrandDeliveriesPage,
});

const route = getRouteApi('/brand-frame/brand/$merchant/settings/deliveries');

function BrandDeliveriesPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const { search = '', outcome, delivery } = route.useSearch();
  const navigate = route.useNavigate();
  const { typed, setTyped } = useSearchBox(
    search,
    (rested) => void navigate({ search: (kept) => ({ ...kept, search: rested }), replace: true }),
  );
  const close = useSheetClose(
    () => void navigate({ search: (kept) => ({ ...kept, delivery: '' }), replace: true, resetScroll: false }),
  );
  const filter = { ...(search && { search }), ...(isDeliveryFilter(outcome) && { outcome }) };
  const query = useInfiniteQuery({ ...deliveriesQuery(merchant, filter), placeholderData: keepPreviousData });
  const deliveries = query.data?.pages.flatMap((page) => page.data) ?? [];
  const open = deliveries.filter((each) => each.is_open);
  return (
    <>
      <Masthead
        heading={t`Deliveries`}
        dateline={<Trans>Every webhook from your shop, and what we did with it</Trans>}
      />
      <div className={desk.filters}>
        <DeliverySearch typed={typed} onType={setTyped} />
        <OutcomeSelect
          value={filter.outcome ?? ''}
          onChoose={(chosen) => void navigate({ search: (kept) => ({ ...kept, outcome: chosen }), replace: true })}
        />
      </div>
      <QueryState query={query} loading={t`Loading deliveries`} failed={t`We couldn’t load your deliveries`} />
      {query.data && deliveries.length === 0 ? (
        <NoDeliveries
          isFiltered={Object.keys(filter).length > 0}
          onClear={() => {
            setTyped('');
            void navigate({ search: {}, replace: true });
          }}
        />
      ) : null}
      {open.length > 0 && filter.outcome !== undefined ? (
        <RepairAll merchant={merchant} canReplay={open.some(hasBody)} filter={openFilter(filter)} />
      ) : null}
      {deliveries.length > 0 ? (
        <DeliveryList
          deliveries={deliveries}
          busy={query.isPlaceholderData}
          linkTo={({ id }, name) => (
            <Link
              from="/brand/$merchant/settings/deliveries"
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
      {delivery ? <OpenDelivery key={delivery} merchant={merchant} id={delivery} onClose={close} /> : null}
    </>
  );
}

/** The open deliveries of a list: all of them, or those with its result. */
function openFilter({ search, outcome }: { search?: string; outcome?: DeliveryFilter }) {
  return {
    ...(search && { search }),
    ...(outcome !== undefined && outcome !== 'problem' && outcome !== 'closed' && { outcome }),
  };
}

type OpenDeliveryProps = { merchant: string; id: string; onClose: () => void };

function OpenDelivery({ merchant, id, onClose }: OpenDeliveryProps) {
  const query = useQuery(deliveryQuery(merchant, id));
  return (
    <DeliverySheet
      query={query}
      onClose={onClose}
      repairs={(delivery) => <Repairs merchant={merchant} delivery={delivery} />}
      decision={({ is_test: isTest }, order) => (
        <p>
          <Link
            to="/brand/$merchant/orders"
            params={{ merchant }}
            search={isTest ? { order, outcome: 'test' } : { order }}
            className={buttonClass({ look: 'quiet' })}
          >
            <Trans>View decision</Trans>
          </Link>
        </p>
      )}
    />
  );
}
