import { Trans, useLingui } from '@lingui/react/macro';
import { IconMailOpened } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { readToken } from '../api/token.ts';
import { failureText } from '../format/refusals.ts';
import { useIsFramed } from '../frame/reader.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState, FailedState } from '../ui/EmptyState.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import { userQuery } from '../accounts/accounts.data.ts';
import { codeInAddress, forgetInvitationCode, keepInvitationCode, readInvitationCode } from './invitation-code.ts';
import { InvitationClosed, NextPage } from './InvitationClosed.tsx';
import { invitationQuery } from './invitation-offer.data.ts';
import { InvitationPage, InvitationSkeleton } from './InvitationPage.tsx';
import { isGoogleRegistrationOpen } from '../google/registration-flags.ts';
import { forgetHomePath } from '../sessions/redirect-path.ts';
import styles from './start-invite.module.css';
import { pageTitle } from '../theme/variant.ts';

export default createLazyRoute('/open-frame/start-invite')({ component: StartInvitePage });

function StartInvitePage() {
  const { t } = useLingui();
  const code = useCode();
  const title = <title>{pageTitle(t`Invite`)}</title>;
  const page = code ? <Found code={code} /> : <NoCode />;
  if (useIsFramed()) {
    return (
      <div className={classes(styles.main, styles.framed)}>
        {title}
        {page}
      </div>
    );
  }
  return (
    <div className={styles.layout}>
      {title}
      <header className={styles.bar}>
        <Wordmark />
      </header>
      <main className={styles.main}>{page}</main>
    </div>
  );
}

/** The code in the address, otherwise the one kept in this tab. */
function useCode(): string | undefined {
  const { hash, searchStr } = useLocation();
  return codeInAddress({ hash, search: searchStr }) ?? readInvitationCode();
}

/** A valid invitation is kept in the tab while the user registers or logs in; an invalid one is removed. */
function useKept(code: string, isOpen: boolean | undefined): void {
  useEffect(() => {
    if (isOpen === true) {
      keepInvitationCode(code);
      forgetHomePath();
    }
    if (isOpen === false) forgetInvitationCode();
  }, [code, isOpen]);
}

function hasSession(): boolean {
  return readToken() !== undefined && !isGoogleRegistrationOpen();
}

function Found({ code }: { code: string }) {
  const { t } = useLingui();
  const { data: invitation, error, refetch } = useQuery(invitationQuery(code));
  const isLoggedIn = hasSession();
  const person = useQuery({ ...userQuery(), enabled: isLoggedIn });
  useKept(code, error ? false : invitation && invitation.state === 'open');
  if (error instanceof ApiProblem && error.status === 404)
    return <InvitationClosed why="unknown" isLoggedIn={isLoggedIn} />;
  if (error instanceof ApiProblem && (error.code === 'brand_paused' || error.code === 'brand_closed'))
    return <InvitationClosed why={error.code} isLoggedIn={isLoggedIn} />;
  if (error)
    return (
      <FailedState
        icon={<IconMailOpened size={28} stroke={1.4} />}
        title={t`We couldn’t load the invitation`}
        action={
          <Button onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {t(failureText(error))}
      </FailedState>
    );
  if (!invitation || (isLoggedIn && person.isPending)) return <InvitationSkeleton />;
  return <InvitationPage code={code} invitation={invitation} user={isLoggedIn ? person.data : undefined} />;
}

function NoCode() {
  const { t } = useLingui();
  const isLoggedIn = hasSession();
  return (
    <>
      <h1 className={styles.plainHeading}>
        <Trans>Invite</Trans>
      </h1>
      <EmptyState
        icon={<IconMailOpened size={28} stroke={1.4} />}
        title={t`You need an invitation`}
        action={<NextPage isLoggedIn={isLoggedIn} />}
      >
        {isLoggedIn ? (
          <Trans>A brand can invite you by email or with a link. Open the invitation in this browser.</Trans>
        ) : (
          <Trans>
            A brand can invite you by email or with a link. Open the invitation in this browser. If you already have an
            account, log in.
          </Trans>
        )}
      </EmptyState>
    </>
  );
}
