import { Trans, useLingui } from '@lingui/react/macro';
import type { Closure } from '@vitrine/contract/closures.ts';
import { erasedTexts, keptTexts } from './closure-texts.ts';
import { OwedMoney } from './OwedMoney.tsx';
import styles from './closures.module.css';

/** What is deleted, what is kept and why, and what brands still owe. */
export function ClosureFacts({ closure }: { closure: Closure }) {
  const { t } = useLingui();
  return (
    <>
      {closure.owed.length > 0 ? <OwedMoney closure={closure} /> : null}
      <div>
        <h3>
          <Trans>What we delete</Trans>
        </h3>
        <ul className={styles.list}>
          {closure.erased.map((part) => (
            <li key={part}>{t(erasedTexts[part])}</li>
          ))}
        </ul>
      </div>
      <div>
        <h3>
          <Trans>What we keep, and why</Trans>
        </h3>
        <ul className={styles.list}>
          {closure.kept.map((part) => (
            <li key={part}>{t(keptTexts[part])}</li>
          ))}
        </ul>
      </div>
    </>
  );
}
