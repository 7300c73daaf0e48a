import { Trans, useLingui } from '@lingui/react/macro';
import { IconMailOpened } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { readToken } from '../api/token.ts';
import { failureText } from '../format/refusals.ts';
import { useIsFramed } from '../frame/reader.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState, FailedState } from '../ui/EmptyState.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import { userQuery } from '../accounts/accounts.data.ts';
import { codeInAddress, forgetInvitationCode, keepInvitationCode, readInvitationCode } from './invitation-code.ts';
import { InvitationClosed } from './InvitationClosed.tsx';
import { invitationQuery } from './invitation-offer.data.ts';
import { InvitationPage, InvitationSkeleton } from './InvitationPage.tsx';
import { isGoogleRegistrationOpen } from '../google/registration-flags.ts';
import styles from './start-invite.module.css';

export default createLazyRoute('/open-frame/start-invite')({ component: StartInvitePage });

function StartInvitePage() {
  const { t } = useLingui();
  const code = useCode();
  const title = <title>{t`Invite · Vitrine`}</title>;
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
    if (isOpen === true) keepInvitationCode(code);
    if (isOpen === false) forgetInvitationCode();
  }, [code, isOpen]);
}

function Found({ code }: { code: string }) {
  const { t } = useLingui();
  const { data: invitation, error, refetch } = useQuery(invitationQuery(code));
  const isSignedIn = readToken() !== undefined && !isGoogleRegistrationOpen();
  const person = useQuery({ ...userQuery(), enabled: isSignedIn });
  useKept(code, error ? false : invitation && invitation.state === 'open');
  if (error instanceof ApiProblem && error.status === 404) return <InvitationClosed why="unknown" />;
  if (error)
    return (
      <FailedState
        icon={<IconMailOpened size={28} stroke={1.4} />}
        title={t`We couldn’t load the invitation`}
        deed={
          <Button onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {t(failureText(error))}
      </FailedState>
    );
  if (!invitation || (isSignedIn && person.isPending)) return <InvitationSkeleton />;
  return <InvitationPage code={code} invitation={invitation} user={isSignedIn ? person.data : undefined} />;
}

function NoCode() {
  const { t } = useLingui();
  return (
    <>
      <h1 className={styles.plainHeading}>
        <Trans>Invite</Trans>
      </h1>
      <EmptyState
        icon={<IconMailOpened size={28} stroke={1.4} />}
        title={t`You need an invitation`}
        deed={
          <Link to="/login" className={buttonClass()}>
            <Trans>Log in</Trans>
          </Link>
        }
      >
        <Trans>
          A brand can invite you by email or with a link. Open the invitation in this browser. If you already have an
          account, log in.
        </Trans>
      </EmptyState>
    </>
  );
}
