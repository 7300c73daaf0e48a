import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Explanation } from '@vitrine/contract/decisions.ts';
import { useDates } from '../accounts/dates.ts';
import { formatMoney, isZero } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import { measureText } from '../terms/month-texts.ts';
import { rateTexts } from '../terms/rate-kinds.tsx';
import { reversalName, ruleScope } from './decision-texts.ts';
import { exclusionText, lineText } from './outcome-texts.ts';
import styles from './OrderExplanation.module.css';

type Line = Explanation['lines'][number];

type LineSumProps = { line: Line; explanation: Explanation; reader?: 'creator' | 'brand' };

/** The calculation of one order line, from its price to its commission and reversals. */
export function LineSum({ line, explanation, reader = 'creator' }: LineSumProps) {
  const { title, quantity } = line;
  return (
    <div className={styles.line}>
      <p className={styles.lineTitle}>{title}</p>
      {quantity === 0 ? (
        <p>
          <Trans>The shop removed this product from the order.</Trans>
        </p>
      ) : (
        <Sum line={line} explanation={explanation} reader={reader} />
      )}
      {line.reversals.map((reversal) => (
        <Reversal key={reversal.refund_id} reversal={reversal} line={line} />
      ))}
    </div>
  );
}

function Sum({ line, explanation, reader }: Required<LineSumProps>) {
  const { t } = useLingui();
  const pieces = formatNumber(line.quantity);
  const price = formatMoney(line.unit_price);
  return (
    <dl className={styles.sum}>
      <Row
        name={t`${price} × ${pieces}`}
        value={formatMoney({
          amount: (BigInt(line.unit_price.amount) * BigInt(line.quantity)).toString(),
          currency: line.unit_price.currency,
        })}
      />
      {isZero(line.discount) ? null : <Row name={t`Discount`} value={`− ${formatMoney(line.discount)}`} />}
      <Row name={t`Commissionable amount`} value={formatMoney(line.base)} ruled />
      <Commission line={line} explanation={explanation} reader={reader} />
    </dl>
  );
}

function Commission({ line, explanation, reader }: Required<LineSumProps>) {
  const { t } = useLingui();
  const { rule, commission, quantity, excluded, tier_rate: tierRate, capped = [] } = line;
  if (excluded) return <Row name={exclusionText(excluded)} value="—" strong />;
  if (!rule || !commission) return <Row name={lineText(explanation)} value="—" strong />;
  const scope = ruleScope(rule.applies_to, reader);
  const name = rateTexts(rule).arithmetic({ pieces: formatNumber(quantity), scope, tierRate });
  const measured = explanation.reached ? measureText(rule, explanation.reached) : '';
  const uncapped = capped.reduce((sum, cut) => sum + BigInt(cut.amount.amount), BigInt(commission.amount));
  return (
    <>
      <Row
        name={name}
        value={formatMoney({ ...commission, amount: uncapped.toString() })}
        note={measured}
        strong={capped.length === 0}
      />
      {capped.map(({ by, amount }) => (
        <Row key={by} name={capText(rule, by)} value={`− ${formatMoney(amount)}`} />
      ))}
      {capped.length > 0 ? <Row name={t`Commission`} value={formatMoney(commission)} ruled strong /> : null}
    </>
  );
}

/** "Capped at $50.00 per order". */
function capText(rule: NonNullable<Line['rule']>, by: 'order' | 'month'): string {
  const cap = by === 'order' ? rule.max_per_order : rule.max_per_month;
  const most = cap ? formatMoney(cap) : '';
  return by === 'order' ? t`Capped at ${most} per order` : t`Capped at ${most} per month`;
}

function Reversal({ reversal, line }: { reversal: Line['reversals'][number]; line: Line }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const [at, refunded, base, commission] = [
    moment(reversal.at),
    formatMoney(reversal.refunded),
    formatMoney(line.base),
    line.commission ? formatMoney(line.commission) : '',
  ];
  const isDeclined = reversal.reason === 'declined';
  const before = isZero(reversal.refunded_before) ? undefined : formatMoney(reversal.refunded_before);
  return (
    <div className={styles.reversal}>
      <p>
        <strong>{reversalName(reversal.reason)}</strong> <span className={styles.quiet}>{at}</span>
      </p>
      <dl className={styles.sum}>
        {isDeclined ? null : <Row name={t`Refunded to the shopper`} value={t`${refunded} of ${base}`} />}
        <Row
          name={isDeclined ? t`Reversed: the rest of ${commission}` : t`Reversed: the same share of ${commission}`}
          value={`− ${formatMoney(reversal.amount)}`}
          strong
        />
      </dl>
      {before && !isDeclined ? (
        <p className={styles.quiet}>
          <Trans>
            {before} had already been refunded. We add up all refunds first, so that rounding doesn’t lose a cent.
          </Trans>
        </p>
      ) : null}
    </div>
  );
}

function Row({
  name,
  value,
  note = '',
  ruled = false,
  strong = false,
}: {
  name: string;
  value: string;
  note?: string;
  ruled?: boolean;
  strong?: boolean;
}) {
  return (
    <div className={styles.row} data-ruled={ruled || undefined} data-strong={strong || undefined}>
      <dt>
        {name}
        {note ? <span className={styles.note}>{note}</span> : null}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
