import { Trans, useLingui } from '@lingui/react/macro';
import { IconMailOpened } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { OwnApplication } from '@vitrine/contract/applications.ts';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { pageTitle } from '../theme/variant.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { ownApplicationQuery, useOwnApplication } from './apply.data.ts';
import styles from './apply.module.css';

/** What an applicant sees with the link of their email: confirm, the state, withdraw. */
export function OwnApplicationCard({ code }: { code: string }) {
  const { t } = useLingui();
  const { data, error } = useQuery(ownApplicationQuery(code));
  const title = <title>{pageTitle(t`Your application`)}</title>;
  if (error)
    return (
      <>
        {title}
        <EmptyState icon={<IconMailOpened size={28} stroke={1.4} />} title={t`This link doesn’t work`}>
          {error instanceof ApiProblem && error.status === 404 ? (
            <Trans>It may have expired after 7 days without your confirmation. Send your application again.</Trans>
          ) : (
            t(failureText(error))
          )}
        </EmptyState>
      </>
    );
  if (!data)
    return (
      <Loading label={t`Loading your application`} className={styles.page}>
        <Bone tall="4rem" wide="80%" />
      </Loading>
    );
  return (
    <>
      {title}
      <Card code={code} own={data} />
    </>
  );
}

function Card({ code, own }: { code: string; own: OwnApplication }) {
  const { confirm, withdraw } = useOwnApplication(code);
  const { display_name: brand } = own.brand;
  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>
        <Trans>Your application to {brand}</Trans>
      </h1>
      <StateText own={own} />
      {own.state === 'unconfirmed' ? (
        <Button busy={confirm.isPending} onClick={() => confirm.mutate()}>
          <Trans>Confirm application</Trans>
        </Button>
      ) : null}
      {own.state === 'unconfirmed' || own.state === 'waiting' ? (
        <Button look="plain" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
          <Trans>Withdraw application</Trans>
        </Button>
      ) : null}
      <Problem error={confirm.error ?? withdraw.error} brand={brand} />
    </div>
  );
}

function Problem({ error, brand }: { error: Error | null; brand: string }) {
  const { t } = useLingui();
  if (!error) return null;
  return (
    <p role="alert" className={styles.alert}>
      {error instanceof ApiProblem && error.code === 'conflict' ? (
        <Trans>You already have an application at {brand}, or it has just been answered.</Trans>
      ) : (
        t(failureText(error))
      )}
    </p>
  );
}

function StateText({ own }: { own: OwnApplication }) {
  const { display_name: brand } = own.brand;
  switch (own.state) {
    case 'unconfirmed':
      return (
        <p>
          <Trans>Confirm that you sent it, and {brand} gets your application.</Trans>
        </p>
      );
    case 'waiting':
      return (
        <p role="status">
          <Trans>{brand} has your application and will answer by email.</Trans>
        </p>
      );
    case 'approved':
      return (
        <p>
          <Trans>{brand} approved your application. Look for our email with the next step.</Trans>
        </p>
      );
    case 'rejected':
      return (
        <p>
          <Trans>{brand} decided not to work with you at this time. Our email says why.</Trans>
        </p>
      );
    default:
      return (
        <p role="status">
          <Trans>You withdrew this application. You can apply again at any time.</Trans>
        </p>
      );
  }
}
