import { Trans, useLingui } from '@lingui/react/macro';
import type { FileOrder } from '@vitrine/contract/order-files.ts';
import { useState } from 'react';
import desk from '../consoles/Console.module.css';
import { formatMoney } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import { outcomeNames } from '../orders/order-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Table } from '../ui/Table.tsx';
import { fileFields, fileLooks, fileStates } from './order-file-texts.ts';
import { orderReason } from './shop-reasons.ts';
import styles from './shops.module.css';

const firstShown = 20;
const states = ['new', 'changed', 'known', 'conflict', 'refused'] as const;
/** What needs a look comes first. */
const urgency: Record<FileOrder['state'], number> = { refused: 0, conflict: 1, changed: 2, new: 3, known: 4 };

/** The orders of a file, what becomes of each, and why. */
export function OrderFileRows({ orders }: { orders: readonly FileOrder[] }) {
  const { t } = useLingui();
  const [isWhole, setWhole] = useState(false);
  const sorted = orders.toSorted((one, other) => urgency[one.state] - urgency[other.state] || one.line - other.line);
  const all = formatNumber(orders.length);
  return (
    <>
      <p className={styles.tally}>
        {states.map((state) => {
          const count = orders.filter((order) => order.state === state).length;
          return count === 0 ? null : (
            <span key={state}>
              {t(fileStates[state])} <strong>{formatNumber(count)}</strong>
            </span>
          );
        })}
      </p>
      <Table<FileOrder>
        caption={t`Orders of the file`}
        rows={isWhole ? sorted : sorted.slice(0, firstShown)}
        keyOf={(order) => `${order.line} ${order.order_id}`}
        columns={[
          { label: t`Order`, look: 'main', cell: (order) => order.order_id || t`Row ${order.line}` },
          { label: t`Result`, cell: (order) => <Result order={order} /> },
          {
            label: t`Total`,
            look: 'number',
            phone: 'end',
            cell: (order) => (order.total ? formatMoney(order.total) : '—'),
          },
        ]}
      />
      {sorted.length > firstShown && !isWhole ? (
        <div className={desk.actions}>
          <Button look="quiet" onClick={() => setWhole(true)}>
            <Trans>Show all {all}</Trans>
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Result({ order }: { order: FileOrder }) {
  const { t } = useLingui();
  const refunded = order.refunded ? formatMoney(order.refunded) : '';
  return (
    <>
      <span className={desk.mark} data-look={fileLooks[order.state]}>
        {t(fileStates[order.state])}
      </span>
      {order.outcome ? <span className={desk.under}>{t(outcomeNames[order.outcome])}</span> : null}
      {order.state === 'conflict' ? (
        <span className={desk.under}>
          <Trans>An order with this number came another way with other content. It stays as it is.</Trans>
        </span>
      ) : null}
      {order.refunded ? (
        <span className={desk.under}>
          <Trans>{refunded} refunded</Trans>
        </span>
      ) : null}
      {order.is_cancelled ? (
        <span className={desk.under}>
          <Trans>Canceled</Trans>
        </span>
      ) : null}
      {order.reason ? (
        <span className={desk.under}>
          <Trans>Row {order.line}</Trans>: {order.field ? <strong>{t(fileFields[order.field])} </strong> : null}
          {order.value ? `“${order.value}” ` : null}
          {orderReason(order.reason)}
        </span>
      ) : null}
    </>
  );
}
