import { Trans, useLingui } from '@lingui/react/macro';
import { IconReceiptOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { UnearnedOrder } from '@vitrine/contract/decisions.ts';
import { useDates } from '../accounts/dates.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { verdictText } from './decision-texts.ts';
import { unearnedQuery } from './unearned.data.ts';
import { MissingOrders } from '../claims/MissingOrders.tsx';
import { EarningsSection } from '../earnings/EarningsSection.tsx';
import { ToCommissions } from '../earnings/ToCommissions.tsx';
import { readEarningsSearch } from '../earnings/search.ts';
import styles from './Unearned.module.css';

/** Orders that involved the creator's link or code but earned them no commission, each with the reason. */
export function Unearned({ accounts }: { accounts: readonly MerchantAccount[] }) {
  return (
    <div className={styles.sections}>
      <p className={styles.intro}>
        <Trans>
          Orders that involved your link or discount code but didn’t earn you a commission. Open one to see why.
        </Trans>
      </p>
      {accounts.map((account) => (
        <UnearnedOf key={account.id} account={account} />
      ))}
    </div>
  );
}

function UnearnedOf({ account }: { account: MerchantAccount }) {
  const { t } = useLingui();
  const query = useQuery(unearnedQuery(account.id));
  return (
    <EarningsSection name={account.merchant_display_name} query={query} failed={t`We couldn’t load these orders`}>
      {(orders) => (
        <>
          <UnearnedRows orders={orders} />
          <MissingOrders account={account} />
        </>
      )}
    </EarningsSection>
  );
}

function UnearnedRows({ orders }: { orders: readonly UnearnedOrder[] }) {
  const { t } = useLingui();
  if (orders.length === 0)
    return (
      <EmptyState
        icon={<IconReceiptOff size={28} stroke={1.4} />}
        title={t`No uncredited orders`}
        action={<ToCommissions />}
      >
        <Trans>
          If an order involves your link or code but doesn’t earn you a commission, it appears here with the reason.
        </Trans>
      </EmptyState>
    );
  return (
    <ul>
      {orders.map((order) => (
        <Row key={order.order_id} order={order} />
      ))}
    </ul>
  );
}

function Row({ order }: { order: UnearnedOrder }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const [placed, touched] = [moment(order.placed_at), order.touched_at ? moment(order.touched_at) : ''];
  const { order_id: id, reference } = order;
  const name = reference ?? id;
  return (
    <li>
      <Link
        to="/earnings"
        search={(search) => ({ ...readEarningsSearch(search), order: id, merchant: order.merchant })}
        state={{ openedHere: true }}
        resetScroll={false}
        preload={false}
        className={styles.row}
      >
        <span className={styles.order}>
          <Trans>Order {name}</Trans>
        </span>
        <span className={styles.at}>{placed}</span>
        <span className={styles.via}>
          {order.via === 'code' ? t`Through your code` : null}
          {order.via === 'click' ? touched ? <Trans>Link clicked {touched}</Trans> : t`Through your link` : null}
        </span>
        <span className={styles.why}>{verdictText(order.verdict, true)}</span>
      </Link>
    </li>
  );
}
