import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Commission } from '@vitrine/contract/commissions.ts';
import { CommissionRow } from '../commissions/CommissionRow.tsx';
import styles from './overview.module.css';

/** The latest commissions; each opens its explanation. */
export function LatestCommissions({ commissions }: { commissions: readonly Commission[] }) {
  return (
    <section aria-labelledby="latest">
      <div className={styles.sectionHead}>
        <h2 id="latest">
          <Trans>Latest commissions</Trans>
        </h2>
        {commissions.length > 0 ? (
          <Link to="/earnings">
            <Trans>View all</Trans>
          </Link>
        ) : null}
      </div>
      {commissions.length === 0 ? (
        <p className={styles.quiet}>
          <Trans>
            No commissions yet. They’ll appear here as soon as a shop reports an order from your link or code.
          </Trans>
        </p>
      ) : (
        <ul className={styles.latest}>
          {commissions.map((commission) => (
            <CommissionRow key={commission.id} commission={commission} />
          ))}
        </ul>
      )}
    </section>
  );
}
