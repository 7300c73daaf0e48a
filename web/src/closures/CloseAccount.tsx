import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Closure } from '@vitrine/contract/closures.ts';
import { lazy, Suspense, useState } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import { loadChunk } from '../api/chunk.ts';
import { QueryState } from '../consoles/QueryStates.tsx';
import { loadPart } from '../locales/texts.ts';
import { Button } from '../ui/Button.tsx';
import { ClosureFacts } from './ClosureFacts.tsx';
import { closureQuery } from './closures.data.ts';
import { KeepAccount } from './KeepAccount.tsx';
import styles from './closures.module.css';

const CloseDrawer = lazy(() =>
  loadChunk(() => import('./CloseDrawer.tsx')).then((part) => ({ default: part.CloseDrawer })),
);

const Help = lazy(() =>
  loadPart('support', () => import('../support/HelpDrawer.tsx')).then((part) => ({ default: part.HelpDrawer })),
);

/** What closing the account means, the button that does it, and the way back. */
export function CloseAccount() {
  const { t } = useLingui();
  const isOwn = useUser().impersonation === null;
  const query = useQuery({ ...closureQuery(), enabled: isOwn });
  if (!isOwn)
    return (
      <p className={styles.soft}>
        <Trans>Only the account’s owner can close it.</Trans>
      </p>
    );
  return (
    <div className={styles.facts}>
      <QueryState query={query} loading={t`Loading`} failed={t`We couldn’t load this`} rows={2} />
      {query.data ? <ClosureContent closure={query.data} /> : null}
    </div>
  );
}

function ClosureContent({ closure }: { closure: Closure }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {closure.state === 'open' ? null : <ClosureState closure={closure} />}
      <ClosureFacts closure={closure} />
      {closure.state === 'closing' ? <KeepAccount /> : null}
      {closure.state === 'open' && closure.obstacles.length > 0 ? <Obstacles obstacles={closure.obstacles} /> : null}
      {closure.state === 'open' && closure.obstacles.some(({ kind }) => kind === 'last_owner') ? <AskOperator /> : null}
      {closure.state === 'open' && closure.obstacles.length === 0 ? (
        <Button look="quiet" small onClick={() => setAsking(true)}>
          <Trans>Close account</Trans>
        </Button>
      ) : null}
      <Suspense>{isAsking ? <CloseDrawer closure={closure} onClose={() => setAsking(false)} /> : null}</Suspense>
    </>
  );
}

/** After closing: what happens on which day, and what the erasure waits for. */
function ClosureState({ closure }: { closure: Closure }) {
  const { day } = useDates();
  const { role } = useUser();
  const date = day(closure.erase_after ?? '');
  const isCreator = role === 'creator';
  return (
    <div className={styles.state} role="status">
      {closure.state === 'closing' ? (
        <p className={styles.strong}>
          <Trans>Your account will be erased on {date}.</Trans>
        </p>
      ) : (
        <p className={styles.strong}>
          <Trans>The last day to keep your account was {date}. We’re waiting to erase it.</Trans>
        </p>
      )}
      {closure.by_operator ? (
        <p>
          <Trans>An operator closed it. The reason is in the email we sent you.</Trans>
        </p>
      ) : null}
      {isCreator && closure.state === 'closing' ? (
        <p>
          <Trans>
            Your storefronts are hidden. Your links still redirect shoppers, and what they earn until then is yours.
          </Trans>
        </p>
      ) : null}
      {isCreator && closure.state === 'waiting' ? (
        <p>
          <Trans>Your links no longer work, and new orders earn you nothing.</Trans>
        </p>
      ) : null}
    </div>
  );
}

function Obstacles({ obstacles }: { obstacles: Closure['obstacles'] }) {
  return (
    <div role="status">
      {obstacles.map((obstacle) => (
        <p key={obstacle.kind === 'last_owner' ? obstacle.brand : obstacle.kind} className={styles.alert}>
          {obstacle.kind === 'last_owner' ? (
            <Trans>
              You’re the only owner of {obstacle.brand}. Before you close your account, ask an operator to add another
              owner or to close the brand.
            </Trans>
          ) : (
            <Trans>
              You’re the only operator here. Before you close your account, create another one on the server:{' '}
              <code>npm run create-operator -- --email name@example.com</code>
            </Trans>
          )}
        </p>
      ))}
    </div>
  );
}

/** The form that asks the operator, for brand staff. */
function AskOperator() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="quiet" small onClick={() => setAsking(true)}>
        <Trans>Ask an operator</Trans>
      </Button>
      <Suspense>{isAsking ? <Help onClose={() => setAsking(false)} /> : null}</Suspense>
    </>
  );
}
