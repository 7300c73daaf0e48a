import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Barrier } from '@vitrine/contract/values/user-status.ts';
import { operatorOfHost, operatorQuery } from '../support/operator.data.ts';
import styles from './login.module.css';

/** Why an account can't be used, and what its owner can do. Only shown after the right password. */
export function BarrierAlert({ barrier }: { barrier: Barrier }) {
  const { data: operator = operatorOfHost(window.location.hostname) } = useQuery(operatorQuery());
  const contact = <a href={`mailto:${operator.email}`}>{operator.email}</a>;
  return (
    <p className={styles.alert} role="alert">
      {reasonOf(barrier, contact)}
    </p>
  );
}

function reasonOf(barrier: Barrier, contact: ReactNode): ReactNode {
  switch (barrier) {
    case 'registration_unfinished':
      return (
        <Trans>
          This account isn’t active yet because its registration isn’t finished. To finish it, ask the brand that
          invited you or write to {contact}.
        </Trans>
      );
    case 'locked':
      return <Trans>Your account is locked. Ask {contact} why, and how to get it back.</Trans>;
    case 'closed':
      return <Trans>This account is closed. If you think that’s a mistake, write to {contact}.</Trans>;
    default:
      return <Trans>This account can’t be used right now. Write to {contact} to find out why.</Trans>;
  }
}
