import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconReceipt, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { EarnedMoney } from '@vitrine/contract/commissions.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { exportOrders, type listOrders } from '@vitrine/contract/orders.ts';
import { useDates } from '../accounts/dates.ts';
import { download } from '../api/download.ts';
import { useApiMutation } from '../api/mutation.ts';
import { failureText } from '../format/refusals.ts';
import { formatMoney, isZero } from '../format/money.ts';
import desk from '../consoles/Console.module.css';
import { useSearchBox, useSheetClose } from '../navigation/search-box.ts';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/Field.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { showToast } from '../ui/toasts.ts';
import { ordersQuery } from './orders.data.ts';
import { OrderIdBelow } from './OrderName.tsx';
import { OrderSheet } from './OrderSheet.tsx';
import { isOrderFilter, orderLook, orderName, outcomeNames, statusNames } from './order-texts.ts';

export default createLazyRoute('/brand-frame/brand/$merchant/orders')({ component: OrdersPage });

const route = getRouteApi('/brand-frame/brand/$merchant/orders');
type Order = DataOf<typeof listOrders>[number];

function OrdersPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const { search = '', outcome, order } = route.useSearch();
  const navigate = route.useNavigate();
  const { typed, setTyped } = useSearchBox(
    search,
    (rested) => void navigate({ search: (kept) => ({ ...kept, search: rested }), replace: true }),
  );
  const close = useSheetClose(
    () => void navigate({ search: (kept) => ({ ...kept, order: '' }), replace: true, resetScroll: false }),
  );
  return (
    <>
      <Masthead
        heading={t`Orders`}
        controls={<DownloadOrders merchant={merchant} filter={filterOf(search, outcome)} />}
      />
      <div className={desk.filters}>
        <TextField
          label={t`Order number`}
          type="search"
          value={typed}
          maxLength={200}
          lead={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select
          label={t`Status`}
          value={isOrderFilter(outcome) ? outcome : ''}
          choices={[
            { value: '', label: t`All orders` },
            ...Object.entries({ ...statusNames, ...outcomeNames }).map(([value, label]) => ({
              value,
              label: t(label),
            })),
          ]}
          onChoose={(chosen) => void navigate({ search: (kept) => ({ ...kept, outcome: chosen }), replace: true })}
        />
      </div>
      <Orders
        merchant={merchant}
        search={search}
        outcome={outcome}
        onClear={() => {
          setTyped('');
          void navigate({ search: {}, replace: true });
        }}
      />
      {order ? <OrderSheet merchant={merchant} orderId={order} isTest={outcome === 'test'} onClose={close} /> : null}
    </>
  );
}

function filterOf(search: string, outcome: string | undefined) {
  return { ...(search && { search }), ...(isOrderFilter(outcome) && { outcome }) };
}

type DownloadProps = { merchant: string; filter: ReturnType<typeof filterOf> };

/** Saves the list as a file, with the filter that is shown. */
function DownloadOrders({ merchant, filter }: DownloadProps) {
  const { t } = useLingui();
  const saving = useApiMutation({
    mutationFn: () => download(exportOrders, { params: { merchant }, query: filter }),
    onError: (error) => showToast(t(failureText(error))),
  });
  return (
    <Button look="quiet" busy={saving.isPending} onClick={() => saving.mutate()}>
      <IconDownload size={16} stroke={1.6} aria-hidden="true" />
      <Trans>Export as CSV</Trans>
    </Button>
  );
}

type OrdersProps = { merchant: string; search: string; outcome: string | undefined; onClear: () => void };

function Orders({ merchant, search, outcome, onClear }: OrdersProps) {
  const { t } = useLingui();
  const { moment } = useDates();
  const filter = filterOf(search, outcome);
  const query = useInfiniteQuery({ ...ordersQuery(merchant, filter), placeholderData: keepPreviousData });
  const orders = query.data?.pages.flatMap((page) => page.data) ?? [];
  if (query.data && orders.length === 0)
    return <NoOrders merchant={merchant} isFiltered={Object.keys(filter).length > 0} onClear={onClear} />;
  return (
    <>
      <QueryState query={query} loading={t`Loading orders`} failed={t`We couldn’t load your orders`} />
      {orders.length > 0 ? (
        <Table<Order>
          caption={t`Orders, newest first`}
          rows={orders}
          keyOf={(each) => each.order_id}
          busy={query.isPlaceholderData}
          columns={[
            { label: t`Order`, look: 'main', cell: (each) => <OrderLink order={each} /> },
            { label: t`Placed`, look: 'when', cell: (each) => moment(each.placed_at) },
            { label: t`Status`, phone: 'first', cell: (each) => <Became order={each} /> },
            { label: t`Creator`, cell: (each) => (each.credited_to ? `@${each.credited_to}` : '—') },
            { label: t`Total`, look: 'number', phone: 'end', cell: (each) => <Total order={each} /> },
            {
              label: t`Commission`,
              look: 'number',
              phone: 'named',
              cell: (each) => (each.commission ? <Left commission={each.commission} /> : '—'),
            },
          ]}
        />
      ) : null}
      <ShowMore query={query} />
    </>
  );
}

/** The order as people know it, and below it its id where that is something else. */
function OrderLink({ order }: { order: Order }) {
  return (
    <>
      <Link
        from="/brand/$merchant/orders"
        to="."
        search={(kept) => ({ ...kept, order: order.order_id })}
        state={{ openedHere: true }}
        resetScroll={false}
        preload={false}
        className={desk.open}
      >
        {order.reference ?? order.order_id}
      </Link>
      <OrderIdBelow orderId={order.order_id} reference={order.reference} />
    </>
  );
}

/** What is left of the order after refunds, and below it the total before them where they differ. */
function Total({ order: { total, refunded, net } }: { order: Order }) {
  const gross = formatMoney(total);
  return (
    <>
      {formatMoney(net)}
      {isZero(refunded) ? null : (
        <span className={desk.under}>
          <Trans>
            was <s>{gross}</s>
          </Trans>
        </span>
      )}
    </>
  );
}

/** The net commission, and below it the gross one where they differ. */
function Left({ commission: { amount, net, reversal } }: { commission: EarnedMoney }) {
  const gross = formatMoney(amount);
  return (
    <>
      {formatMoney(net)}
      {reversal === 'none' ? null : (
        <span className={desk.under}>
          <Trans>
            was <s>{gross}</s>
          </Trans>
        </span>
      )}
    </>
  );
}

function Became({ order }: { order: Order }) {
  const { t } = useLingui();
  return (
    <span className={desk.mark} data-look={orderLook(order)}>
      {t(orderName(order))}
    </span>
  );
}

function NoOrders({ merchant, isFiltered, onClear }: { merchant: string; isFiltered: boolean; onClear: () => void }) {
  const { t } = useLingui();
  if (isFiltered)
    return (
      <EmptyState
        icon={<IconSearch size={28} stroke={1.4} />}
        title={t`No orders found`}
        action={
          <Button look="quiet" onClick={onClear}>
            <Trans>Show all orders</Trans>
          </Button>
        }
      >
        <Trans>Enter the start of the order number, as your shop writes it, or of its ID.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<IconReceipt size={28} stroke={1.4} />}
      title={t`No orders yet`}
      action={
        <Link to="/brand/$merchant/settings" params={{ merchant }} className={buttonClass()}>
          <Trans>Connect your shop</Trans>
        </Link>
      }
    >
      <Trans>Orders appear here when your shop reports them. You’ll see which ones earned a commission, and why.</Trans>
    </EmptyState>
  );
}
