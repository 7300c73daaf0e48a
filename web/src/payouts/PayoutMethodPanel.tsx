import { Trans, useLingui } from '@lingui/react/macro';
import { IconBuildingBank } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayoutMethod as Method } from '@vitrine/contract/payouts.ts';
import { regionNames } from '@vitrine/contract/values/formatters.ts';
import { useRegion } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import { FailedArea } from '../failures/FailedArea.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { BankForm } from './BankForm.tsx';
import { payoutMethodsQuery } from './payouts.data.ts';
import styles from './PayoutMethodPanel.module.css';
import { RemoveBank } from './RemoveBank.tsx';

/** The creator's payout method and how to change it; used under Payouts and in the settings. */
export function PayoutMethodPanel() {
  const { t } = useLingui();
  const query = useQuery(payoutMethodsQuery());
  const [open, setOpen] = useState<'form' | 'remove'>();
  const close = () => setOpen(undefined);
  if (query.isPending)
    return (
      <Loading label={t`Loading your bank details`}>
        <Bone tall="5rem" />
      </Loading>
    );
  if (query.isError && !query.data)
    return (
      <FailedArea
        icon={<IconBuildingBank size={28} stroke={1.4} />}
        title={t`We couldn’t load your bank details`}
        error={query.error}
        retry={query.refetch}
      />
    );
  const [method] = query.data ?? [];
  return (
    <>
      {method ? (
        <Held method={method} onChange={() => setOpen('form')} onRemove={() => setOpen('remove')} />
      ) : (
        <EmptyState
          icon={<IconBuildingBank size={28} stroke={1.4} />}
          title={t`No bank details yet`}
          action={
            <Button onClick={() => setOpen('form')}>
              <Trans>Add bank details</Trans>
            </Button>
          }
        >
          <Trans>Add your bank details to cash out. We store them encrypted.</Trans>
        </EmptyState>
      )}
      {open === 'form' ? <BankForm replaces={method !== undefined} onClose={close} /> : null}
      {open === 'remove' && method ? <RemoveBank method={method} onClose={close} /> : null}
    </>
  );
}

function Held({ method, onChange, onRemove }: { method: Method; onChange: () => void; onRemove: () => void }) {
  const { day } = useDates();
  const { locale } = useRegion();
  const country = regionNames(locale, {}).of(method.country) ?? method.country;
  const isWaiting = new Date(method.usable_from) > new Date();
  const [from, since] = [day(method.usable_from), day(method.created_at)];
  return (
    <div className={styles.held}>
      <IconBuildingBank size={26} stroke={1.4} aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        <p className={styles.hint}>{method.hint}</p>
        <p className={styles.quiet}>
          {method.holder_name} · {country}
        </p>
        <p className={isWaiting ? styles.waiting : styles.quiet}>
          {isWaiting ? (
            <Trans>For your security, you can use these details from {from}, 3 days after you changed them.</Trans>
          ) : (
            <Trans>In use since {since}</Trans>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <Button look="quiet" small onClick={onChange}>
          <Trans>Change</Trans>
        </Button>
        <Button look="plain" small onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </div>
  );
}
