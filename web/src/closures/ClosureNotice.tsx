import { Trans } from '@lingui/react/macro';
import { IconUserX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { User } from '@vitrine/contract/accounts.ts';
import { useUser } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import styles from '../accounts/HandoverNotice.module.css';
import { KeepAccount } from './KeepAccount.tsx';

/** On every page: the account is being closed, until when it can be kept, and the way back. */
export function ClosureNotice({ closing }: { closing: NonNullable<User['closing']> }) {
  const { day } = useDates();
  const { role } = useUser();
  const date = day(closing.erase_after);
  const isOver = Date.parse(closing.erase_after) <= Date.now();
  return (
    <section className={styles.notice} aria-labelledby="closing-account">
      <IconUserX size={22} stroke={1.6} aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        <h2 id="closing-account" className={styles.title}>
          {isOver ? (
            <Trans>Your account is waiting to be erased</Trans>
          ) : (
            <Trans>Your account will be erased on {date}</Trans>
          )}
        </h2>
        {role === 'creator' ? (
          <p>
            {isOver ? (
              <Trans>Your links no longer work. We erase your account once brands owe you nothing.</Trans>
            ) : (
              <Trans>Your storefronts are hidden. Your links still work, and what they earn is yours.</Trans>
            )}{' '}
            <Link to="/settings" hash="close">
              <Trans>What happens next</Trans>
            </Link>
          </p>
        ) : null}
      </div>
      {isOver ? null : <KeepAccount />}
    </section>
  );
}
