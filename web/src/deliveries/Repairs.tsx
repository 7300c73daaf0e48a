import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Delivery } from '@vitrine/contract/deliveries.ts';
import { lazy, Suspense, useState } from 'react';
import desk from '../consoles/Console.module.css';
import { QueryState, Refused, RowsToCome } from '../consoles/QueryStates.tsx';
import { ReasonForm } from '../consoles/ReasonForm.tsx';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import { deliveryBodyQuery, hasBody, useDismiss, useFix, useReplay } from './deliveries.data.ts';
import { DeliveryBody } from './DeliveryBody.tsx';
import { loadChunk } from '../api/chunk.ts';

const FixForm = lazy(() => loadChunk(() => import('./FixForm.tsx')).then((part) => ({ default: part.FixForm })));

type RepairsProps = { merchant: string; delivery: Delivery };

/** What was wrong with a delivery, and what its brand can do about it. */
export function Repairs({ merchant, delivery }: RepairsProps) {
  const { closed, is_open: isOpen } = delivery;
  if (!isOpen && closed === null) return null;
  return hasBody(delivery) ? (
    <WithBody merchant={merchant} delivery={delivery} />
  ) : isOpen ? (
    <Actions merchant={merchant} delivery={delivery} isStored={false} />
  ) : null;
}

function WithBody({ merchant, delivery }: RepairsProps) {
  const { t } = useLingui();
  const query = useQuery(deliveryBodyQuery(merchant, delivery.id));
  return (
    <>
      <QueryState query={query} loading={t`Loading the body`} failed={t`We couldn’t load the body`} rows={3} />
      {query.data ? <DeliveryBody body={query.data} /> : null}
      <Actions merchant={merchant} delivery={delivery} isStored />
    </>
  );
}

type Doing = 'fix' | 'accept' | 'dismiss';

function Actions({ merchant, delivery, isStored }: RepairsProps & { isStored: boolean }) {
  const { t } = useLingui();
  const replay = useReplay(merchant);
  const [doing, setDoing] = useState<Doing>();
  const { id, is_open: isOpen, closed, delivery_id: named, outcome } = delivery;
  const canReplay = isStored && (isOpen || closed?.as === 'dismissed');
  if (!canReplay && !isOpen) return null;
  const replayNow = () =>
    replay.mutate(id, {
      onSuccess: ({ data }) =>
        showToast(data.is_open ? t`Replayed. It still can’t be applied.` : t`Replayed. The delivery was applied.`),
    });
  return (
    <section className={desk.part}>
      <h3>
        <Trans>What to do</Trans>
      </h3>
      <div className={desk.actions}>
        {canReplay ? (
          <Button busy={replay.isPending} onClick={replayNow}>
            <Trans>Replay</Trans>
          </Button>
        ) : null}
        {isOpen && outcome === 'order_conflict' ? (
          <Button look="quiet" aria-expanded={doing === 'accept'} onClick={() => setDoing('accept')}>
            <Trans>Accept new version</Trans>
          </Button>
        ) : null}
        {isOpen && named !== null ? (
          <Button look="quiet" aria-expanded={doing === 'fix'} onClick={() => setDoing('fix')}>
            <Trans>Fix by hand</Trans>
          </Button>
        ) : null}
        {isOpen ? (
          <Button look="quiet" aria-expanded={doing === 'dismiss'} onClick={() => setDoing('dismiss')}>
            <Trans>Dismiss</Trans>
          </Button>
        ) : null}
      </div>
      <Refused error={replay.error} />
      {isOpen && doing ? <Step merchant={merchant} delivery={delivery} doing={doing} isStored={isStored} /> : null}
    </section>
  );
}

function Step({ merchant, delivery, doing, isStored }: RepairsProps & { doing: Doing; isStored: boolean }) {
  const { t } = useLingui();
  const fix = useFix(merchant);
  const dismiss = useDismiss(merchant);
  const { id } = delivery;
  if (doing === 'fix')
    return (
      <Suspense fallback={<RowsToCome label={t`Loading the form`} rows={3} />}>
        <FixForm merchant={merchant} delivery={delivery} hasBody={isStored} />
      </Suspense>
    );
  return doing === 'accept' ? (
    <>
      <ReasonForm
        key="accept"
        label={t`Reason`}
        hint={t`Your colleagues see it with the delivery.`}
        button={t`Replace the order’s lines`}
        isBusy={fix.isPending}
        onSend={(reason) =>
          fix.mutate(
            { id, body: { meaning: { kind: 'new_version' }, reason } },
            { onSuccess: () => showToast(t`The new version of the order was applied.`) },
          )
        }
      />
      <Refused error={fix.error} />
    </>
  ) : (
    <>
      <ReasonForm
        key="dismiss"
        label={t`Reason`}
        hint={t`Your colleagues see it with the delivery.`}
        button={t`Dismiss delivery`}
        isBusy={dismiss.isPending}
        onSend={(reason) => dismiss.mutate({ id, reason }, { onSuccess: () => showToast(t`Delivery dismissed.`) })}
      />
      <Refused error={dismiss.error} />
    </>
  );
}
