import { Trans, useLingui } from '@lingui/react/macro';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, Navigate } from '@tanstack/react-router';
import { ApiProblem } from '../api/problem.ts';
import { imageSource } from '../format/images.ts';
import { failureText } from '../format/refusals.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState, FailedState } from '../ui/EmptyState.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import { useGoogleReturn } from '../google/google-return.ts';
import { readInvitationCode } from './invitation-code.ts';
import { InvitationClosed } from './InvitationClosed.tsx';
import { invitationQuery } from './invitation-offer.data.ts';
import styles from './register.module.css';
import { readDraft } from './registration-draft.ts';
import { Registration } from './Registration.tsx';
import { pageTitle } from '../theme/variant.ts';

export default createLazyRoute('/register')({ component: RegisterPage });

function RegisterPage() {
  const { t } = useLingui();
  const code = readInvitationCode() ?? readDraft()?.invitation;
  return (
    <div className={styles.layout}>
      <title>{pageTitle(t`Register`)}</title>
      <header className={styles.bar}>
        <Wordmark />
      </header>
      <main className={styles.main}>
        <h1 className={styles.heading}>
          <Trans>Register</Trans>
        </h1>
        {code ? <Invited code={code} /> : <NotInvited />}
      </main>
    </div>
  );
}

function Invited({ code }: { code: string }) {
  const { t } = useLingui();
  const coming = useGoogleReturn();
  const { data: invitation, error, refetch } = useQuery(invitationQuery(code));
  if (coming.state === 'back' && coming.result.outcome === 'second_factor')
    return <Navigate to="/login" state={{ ticket: coming.result.ticket }} replace />;
  if (error instanceof ApiProblem && error.status === 404) return <InvitationClosed why="unknown" isLoggedIn={false} />;
  if (error)
    return (
      <FailedState
        icon={<IconMail size={28} stroke={1.4} />}
        title={t`We couldn’t load this`}
        action={
          <Button onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {t(failureText(error))}
      </FailedState>
    );
  if (!invitation || coming.state === 'waiting')
    return (
      <Loading label={t`Loading your registration`} className={styles.column}>
        <Bone tall="2rem" />
        <Bone tall="14rem" />
      </Loading>
    );
  const { display_name: brand, brand_logo: logo } = invitation.merchant;
  if (invitation.state !== 'open') return <InvitationClosed why={invitation.state} brand={brand} isLoggedIn={false} />;
  return (
    <>
      <p className={styles.brand}>
        <Avatar src={imageSource(logo)} name={brand} className={styles.logo} />
        <Trans>for your storefront with {brand}</Trans>
      </p>
      <Registration code={code} invitation={invitation} coming={coming} />
    </>
  );
}

function NotInvited() {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<IconMail size={28} stroke={1.4} />}
      title={t`You need an invitation`}
      action={
        <Link to="/login" className={buttonClass()}>
          <Trans>Log in</Trans>
        </Link>
      }
    >
      <Trans>
        Brands invite creators by email or with a link, and you see the offer before you decide. Open your invitation
        link in this browser to continue. If you already have an account, log in.
      </Trans>
    </EmptyState>
  );
}
