import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DeliveryOutcome } from '@vitrine/contract/deliveries.ts';
import { useState } from 'react';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { ReasonForm } from '../consoles/ReasonForm.tsx';
import { formatNumber } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { showToast } from '../ui/toasts.ts';
import { useDismissAll, useReplayAll } from './deliveries.data.ts';

/** `canReplay`: the body of at least one is stored. */
type RepairAllProps = { merchant: string; canReplay: boolean; filter: { search?: string; outcome?: DeliveryOutcome } };

/** Replays or dismisses all open deliveries of the list. */
export function RepairAll({ merchant, canReplay, filter }: RepairAllProps) {
  const { t } = useLingui();
  const replay = useReplayAll(merchant);
  const dismiss = useDismissAll(merchant);
  const [isDismissing, setDismissing] = useState(false);
  const replayAll = () =>
    replay.mutate(filter, {
      onSuccess: ({ data: { replayed } }) => {
        const many = formatNumber(replayed);
        showToast(plural(replayed, { one: `${many} delivery replayed.`, other: `${many} deliveries replayed.` }));
      },
    });
  const dismissAll = (reason: string) =>
    dismiss.mutate(
      { ...filter, reason },
      {
        onSuccess: ({ data: { dismissed } }) => {
          const many = formatNumber(dismissed);
          showToast(plural(dismissed, { one: `${many} delivery dismissed.`, other: `${many} deliveries dismissed.` }));
          setDismissing(false);
        },
      },
    );
  return (
    <div className={classes(desk.part, desk.above)}>
      <div className={desk.actions}>
        {canReplay ? (
          <Button busy={replay.isPending} onClick={replayAll}>
            <Trans>Replay all</Trans>
          </Button>
        ) : null}
        <Button look="quiet" aria-expanded={isDismissing} onClick={() => setDismissing(!isDismissing)}>
          <Trans>Dismiss all</Trans>
        </Button>
      </div>
      <Refused error={replay.error ?? dismiss.error} />
      {isDismissing ? (
        <ReasonForm
          label={t`Reason`}
          hint={t`All open deliveries in this list are closed with it.`}
          button={t`Dismiss all deliveries`}
          isBusy={dismiss.isPending}
          onSend={dismissAll}
        />
      ) : null}
    </div>
  );
}
