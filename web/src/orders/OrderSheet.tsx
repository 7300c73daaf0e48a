import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { EarnedMoney } from '@vitrine/contract/commissions.ts';
import type { OrderDetail as Sheet } from '@vitrine/contract/orders.ts';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { useDates } from '../accounts/dates.ts';
import { LineSum } from './Arithmetic.tsx';
import { Candidates, Steps } from './OrderExplanation.tsx';
import { Holds } from './Holds.tsx';
import { OrderBlocked } from './OrderBlocked.tsx';
import { outcomeText } from './outcome-texts.ts';
import { RevisionNote } from './RevisionNote.tsx';
import { formatMoney, isZero } from '../format/money.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import styles from './orders.module.css';
import { orderQuery } from './orders.data.ts';
import { Flags } from './Flags.tsx';
import { OrderObjections } from '../objections/OrderObjections.tsx';
import { HeldCommissions } from '../commissions/HeldCommissions.tsx';
import { RefundForm } from './RefundForm.tsx';

type OrderSheetProps = { merchant: string; orderId: string; isTest?: boolean; onClose: () => void };

/** One order: who earned what and why, its refunds, and the decisions that staff can take. */
export function OrderSheet({ merchant, orderId, isTest = false, onClose }: OrderSheetProps) {
  const { t } = useLingui();
  const query = useQuery(orderQuery(merchant, orderId, isTest));
  const mayDecide = useBrandRights(merchant)('orders');
  const name = query.data?.reference ?? orderId;
  return (
    <Drawer title={t`Order ${name}`} closeLabel={t`Close`} onClose={onClose}>
      <QueryState query={query} loading={t`Loading the order`} failed={t`We couldn’t load this order`} />
      {query.data ? (
        <div className={desk.story}>
          {query.data.is_test ? <TestNote /> : null}
          {query.data.waits_for ? <OrderBlocked merchant={merchant} sheet={query.data} /> : <Lead sheet={query.data} />}
          {query.data.explanation ? <RevisionNote explanation={query.data.explanation} /> : null}
          <Flags sheet={query.data} />
          {mayDecide ? <HeldCommissions merchant={merchant} sheet={query.data} /> : null}
          <Answers sheet={query.data} />
          {query.data.is_test ? null : <OrderObjections merchant={merchant} orderId={query.data.order_id} />}
          <Sums sheet={query.data} />
          <Edits sheet={query.data} />
          <Refunds sheet={query.data} />
          {query.data.is_test || !mayDecide ? null : (
            <RefundForm key={query.data.refunds.length} merchant={merchant} sheet={query.data} />
          )}
          {query.data.explanation ? (
            <>
              <Steps explanation={query.data.explanation} reader="brand" />
              <Candidates explanation={query.data.explanation} reader="brand" />
            </>
          ) : null}
          <Papers sheet={query.data} />
        </div>
      ) : null}
    </Drawer>
  );
}

/** Says that nothing of a test order counts. */
function TestNote() {
  return (
    <div className={desk.part}>
      <p>
        <strong className={desk.mark} data-look="wait">
          <Trans>Test order</Trans>
        </strong>
      </p>
      <p className={desk.quiet}>
        <Trans>You see what it would have earned. It moves no money and isn’t part of your figures.</Trans>
      </p>
    </div>
  );
}

function Lead({ sheet }: { sheet: Sheet }) {
  const { explanation } = sheet;
  const total = formatMoney(sheet.total);
  const who = explanation?.credited_to?.who;
  if (!explanation)
    return (
      <p className={styles.lead}>
        <Trans>{total}. The order hasn’t been decided yet. We’ll check it again automatically.</Trans>
      </p>
    );
  if (!sheet.commission || !who) {
    const outcome = outcomeText(explanation, 'brand');
    return (
      <p className={styles.lead}>
        <Trans>
          {total}. {outcome}
        </Trans>
      </p>
    );
  }
  return (
    <p className={styles.lead}>
      <Trans>
        {total}, credited to @{who}.
      </Trans>{' '}
      <Earned commission={sheet.commission} isHeld={sheet.is_held} />
    </p>
  );
}

function Earned({ commission, isHeld }: { commission: EarnedMoney; isHeld: boolean }) {
  const { amount, reversed, net, reversal } = commission;
  const [gross, back, left] = [formatMoney(amount), formatMoney(reversed), formatMoney(net)];
  if (reversal === 'declined') return <Trans>You declined the commission of {gross}.</Trans>;
  if (reversal === 'reversed') return <Trans>The commission of {gross} was reversed.</Trans>;
  if (isHeld)
    return (
      <Trans>
        <strong>{left}</strong> of commission needs your review.
      </Trans>
    );
  return reversal === 'partly_reversed' ? (
    <Trans>
      The creator earns <strong>{left}</strong>: {gross} less {back} reversed.
    </Trans>
  ) : (
    <Trans>
      The creator earns <strong>{left}</strong>.
    </Trans>
  );
}

/** The decisions on commissions that were on hold, with the reasons that the creator read. */
function Answers({ sheet: { explanation } }: { sheet: Sheet }) {
  const answered = explanation?.lines.filter(({ hold }) => hold !== null && hold.state !== 'waiting') ?? [];
  if (answered.length === 0) return null;
  return (
    <section className={desk.part}>
      <h3>
        <Trans>Your review</Trans>
      </h3>
      <Holds lines={answered} reader="brand" />
    </section>
  );
}

function Sums({ sheet: { explanation } }: { sheet: Sheet }) {
  if (!explanation || explanation.lines.length === 0) return null;
  return (
    <section className={desk.part}>
      <h3>
        <Trans>How it adds up</Trans>
      </h3>
      {explanation.lines.map((line) => (
        <LineSum key={line.line_id} line={line} explanation={explanation} reader="brand" />
      ))}
    </section>
  );
}

/** Names of products aren't translated. */
const shopNames: Record<string, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce', stripe: 'Stripe' };

/** Where a change or a refund came from. */
function useSourceName(): (source: string) => string {
  const { t } = useLingui();
  const names: Record<string, string> = { ...shopNames, console: t`entered manually`, api: t`from the shop` };
  return (source) => names[source] ?? source;
}

function Edits({ sheet: { edits } }: { sheet: Sheet }) {
  const { moment } = useDates();
  const sourceName = useSourceName();
  if (edits.length === 0) return null;
  return (
    <section className={desk.part}>
      <h3>
        <Trans>Changes in the shop</Trans>
      </h3>
      <dl className={desk.facts}>
        {edits.map((edit) => {
          const [before, after] = [formatMoney(edit.before), formatMoney(edit.after)];
          return (
            <div key={edit.received_at}>
              <dt>
                {moment(edit.changed_at)}, {sourceName(edit.source)}
              </dt>
              <dd>
                <Trans>
                  {before} to {after}
                </Trans>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function Refunds({ sheet: { refunds, refunded, total } }: { sheet: Sheet }) {
  const { moment } = useDates();
  const sourceName = useSourceName();
  if (refunds.length === 0) return null;
  const [back, whole] = [formatMoney(refunded), formatMoney(total)];
  return (
    <section className={desk.part}>
      <h3>
        <Trans>Refunds</Trans>
      </h3>
      <dl className={desk.facts}>
        {refunds.map((refund) => (
          <div key={refund.refund_id}>
            <dt>
              {moment(refund.received_at)}, {sourceName(refund.source)}
              <RefundNote refund={refund} />
            </dt>
            <dd>{formatMoney(refund.amount)}</dd>
          </div>
        ))}
        {isZero(refunded) ? null : (
          <div>
            <dt>
              <Trans>Refunded in total</Trans>
            </dt>
            <dd>
              <Trans>
                {back} of {whole}
              </Trans>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** What a refund was, if it wasn't one of particular products. */
function RefundNote({ refund }: { refund: Sheet['refunds'][number] }) {
  if (refund.kind === 'dispute')
    return (
      <p className={desk.quiet}>
        <Trans>Lost dispute. We spread the amount over what was left of each product.</Trans>
      </p>
    );
  if (refund.kind === 'cancellation')
    return (
      <p className={desk.quiet}>
        <Trans>The order was canceled, so everything that was left counts as refunded.</Trans>
      </p>
    );
  if (!refund.is_spread) return null;
  return (
    <p className={desk.quiet}>
      <Trans>Your shop named no products, so we spread the amount over what was left of each.</Trans>
    </p>
  );
}

function Papers({ sheet }: { sheet: Sheet }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { explanation } = sheet;
  const rows = [
    [t`Order`, sheet.reference ?? sheet.order_id],
    [t`Order ID`, sheet.reference === null ? null : sheet.order_id],
    [t`Reported through`, shopNames[sheet.source] ?? 'API'],
    [t`Placed`, explanation && moment(explanation.placed_at)],
    [t`Decided`, explanation?.decided_at && moment(explanation.decided_at)],
    [t`Terms version`, explanation?.terms_version?.toString()],
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
