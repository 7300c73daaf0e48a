import { Trans, useLingui } from '@lingui/react/macro';
import type { previewAdjustments } from '@vitrine/contract/adjustments.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { formatMoney } from '../format/money.ts';
import { lineProblems } from './adjustment-texts.ts';
import styles from './adjustments.module.css';

/** Each line of a list as it was read, those that need fixing first, and the sum of the others. */
export function AdjustmentLines({ plan: { lines, total, ceiling } }: { plan: DataOf<typeof previewAdjustments> }) {
  const { t } = useLingui();
  const most = formatMoney(ceiling);
  const ordered = lines.toSorted((one, other) => Number(one.problem === null) - Number(other.problem === null));
  return (
    <div>
      <ul className={styles.lines}>
        {ordered.map(({ line, creator, creator_display_name: name, amount, problem }) => (
          <li key={line} className={styles.line}>
            <span>{name ? `${name} @${creator}` : creator || <Trans>Line {line}</Trans>}</span>
            <span className={styles.amount}>{amount ? formatMoney(amount) : '—'}</span>
            {problem ? (
              <span className={styles.problem}>
                {t(lineProblems[problem])}
                {problem === 'too_much' ? ` (${most})` : null}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        <span>
          <Trans>Total</Trans>
        </span>
        <span className={styles.amount}>{formatMoney(total)}</span>
      </p>
    </div>
  );
}
