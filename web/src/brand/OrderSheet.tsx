import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OrderSheet as Sheet } from '@vitrine/contract/orders.ts';
import { useMoments } from '../accounts/moments.ts';
import { LineSum } from '../earnings/Arithmetic.tsx';
import { Candidates, Steps } from '../earnings/Explanation.tsx';
import { difference, formatMoney, isZero } from '../format/money.ts';
import desk from '../shell/Console.module.css';
import { QueryState } from '../shell/QueryStates.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import styles from './brand.module.css';
import { orderQuery } from './brand.data.ts';
import { HeldCommissions } from './HeldCommissions.tsx';
import { outcomeNames } from './order-words.ts';
import { RefundForm } from './RefundForm.tsx';

type OrderSheetProps = { merchant: string; orderId: string; onClose: () => void };

/** One order: what it earned whom and why, what was refunded, and what can be done about it. */
export function OrderSheet({ merchant, orderId, onClose }: OrderSheetProps) {
  const { t } = useLingui();
  const query = useQuery(orderQuery(merchant, orderId));
  return (
    <Drawer title={t`Order ${orderId}`} closeLabel={t`Close`} onClose={onClose}>
      <QueryState query={query} loading={t`Loading the order`} failed={t`This order cannot be shown`} />
      {query.data ? (
        <div className={styles.story}>
          <Lead sheet={query.data} />
          <HeldCommissions merchant={merchant} sheet={query.data} />
          <Sums sheet={query.data} />
          <Refunds sheet={query.data} />
          <RefundForm key={query.data.refunds.length} merchant={merchant} sheet={query.data} />
          {query.data.explanation ? (
            <>
              <Steps told={query.data.explanation} reader="brand" />
              <Candidates told={query.data.explanation} reader="brand" />
            </>
          ) : null}
          <Papers sheet={query.data} />
        </div>
      ) : null}
    </Drawer>
  );
}

function Lead({ sheet }: { sheet: Sheet }) {
  const { t } = useLingui();
  const { explanation } = sheet;
  const total = formatMoney(sheet.total);
  const who = explanation?.credited_to?.who;
  if (!explanation)
    return (
      <p className={styles.lead}>
        <Trans>{total}. It is not decided yet; it is looked at again by itself.</Trans>
      </p>
    );
  if (!explanation.commission || !who) {
    const outcome = t(outcomeNames[explanation.outcome]);
    return (
      <p className={styles.lead}>
        <Trans>
          {total}. {outcome}: it earned nobody a commission.
        </Trans>
      </p>
    );
  }
  const { commission, reversed } = explanation;
  const left = formatMoney(reversed ? difference(commission, reversed) : commission);
  if (sheet.commissions.some((each) => each.held_reason !== null))
    return (
      <p className={styles.lead}>
        <Trans>
          {total}, brought by @{who}. <strong>{left}</strong> of commission waits for your word.
        </Trans>
      </p>
    );
  return (
    <p className={styles.lead}>
      <Trans>
        {total}, brought by @{who}, who earns <strong>{left}</strong>.
      </Trans>
    </p>
  );
}

function Sums({ sheet: { explanation } }: { sheet: Sheet }) {
  if (!explanation || explanation.lines.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>
        <Trans>How it adds up</Trans>
      </h3>
      {explanation.lines.map((line) => (
        <LineSum key={line.line_id} line={line} reader="brand" />
      ))}
    </section>
  );
}

function Refunds({ sheet: { refunds, refunded, total } }: { sheet: Sheet }) {
  const { t } = useLingui();
  const { moment } = useMoments();
  if (refunds.length === 0) return null;
  const sources: Record<string, string> = { console: t`by hand`, shopify: 'Shopify', api: t`by the shop` };
  const [back, whole] = [formatMoney(refunded), formatMoney(total)];
  return (
    <section className={styles.part}>
      <h3>
        <Trans>Refunds</Trans>
      </h3>
      <dl className={desk.facts}>
        {refunds.map((refund) => (
          <div key={refund.refund_id}>
            <dt>
              {moment(refund.received_at)}, {sources[refund.source] ?? refund.source}
            </dt>
            <dd>{formatMoney(refund.amount)}</dd>
          </div>
        ))}
        {isZero(refunded) ? null : (
          <div>
            <dt>
              <Trans>All in all</Trans>
            </dt>
            <dd>
              {back} / {whole}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Papers({ sheet }: { sheet: Sheet }) {
  const { t } = useLingui();
  const { moment } = useMoments();
  const { explanation } = sheet;
  const rows = [
    [t`Order`, sheet.order_id],
    [t`Reported through`, sheet.source === 'shopify' ? 'Shopify' : 'API'],
    [t`Placed`, explanation && moment(explanation.placed_at)],
    [t`Decided`, explanation?.decided_at && moment(explanation.decided_at)],
    [t`Version of the terms`, explanation?.terms_version?.toString()],
  ] as const;
  return (
    <dl className={desk.facts}>
      {rows.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
