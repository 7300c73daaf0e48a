import { Trans, useLingui } from '@lingui/react/macro';
import type { ReportSheet } from '@vitrine/contract/takedowns.ts';
import { type ReactNode, useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { Tick } from '../ui/Tick.tsx';
import { showToast } from '../ui/toasts.ts';
import { ReasonForm } from '../consoles/ReasonForm.tsx';
import { useReportMutations } from './reports.data.ts';
import { TakedownForm } from './TakedownForm.tsx';

type Mutations = ReturnType<typeof useReportMutations>;
type PartProps = { report: ReportSheet; mutations: Mutations };

/** What an operator can do about a report in its current state. */
export function ReportActions({ report }: { report: ReportSheet }) {
  const mutations = useReportMutations(report.id);
  const { takeDown, decline, forward, court, restore } = mutations;
  const error = takeDown.error ?? decline.error ?? forward.error ?? court.error ?? restore.error;
  return (
    <>
      {report.state === 'open' ? <Decide report={report} mutations={mutations} /> : null}
      {report.state === 'countered' ? <AfterCounterNotice report={report} mutations={mutations} /> : null}
      {['taken_down', 'countered', 'in_court'].includes(report.state) ? (
        <Restore report={report} mutations={mutations} />
      ) : null}
      <Refused error={error} />
    </>
  );
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className={desk.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Decide({ report, mutations: { takeDown, decline } }: PartProps) {
  const { t } = useLingui();
  return (
    <>
      {report.subject_kind === null ? null : (
        <Part title={<Trans>Take down</Trans>}>
          <TakedownForm
            category={report.category}
            isBusy={takeDown.isPending}
            onSend={(body) =>
              takeDown.mutate(body, {
                onSuccess: () => showToast(t`Taken down. The owner and the reporter get an email.`),
              })
            }
          />
        </Part>
      )}
      <Part title={<Trans>Decline</Trans>}>
        <ReasonForm
          label={t`Reason for declining`}
          hint={t`Sent to the reporter by email.`}
          button={t`Decline report`}
          look="quiet"
          isBusy={decline.isPending}
          onSend={(reason) =>
            decline.mutate({ reason }, { onSuccess: () => showToast(t`Declined. The reporter gets an email.`) })
          }
        />
      </Part>
    </>
  );
}

function AfterCounterNotice({ report, mutations: { forward, court } }: PartProps) {
  const { t } = useLingui();
  const isForwarded = report.counter_notice?.forwarded_at !== null;
  return (
    <>
      {isForwarded ? null : (
        <Part title={<Trans>Forward the counter-notice</Trans>}>
          <p className={desk.quiet}>
            <Trans>The reporter gets all of it by email, with the day from which we restore the material.</Trans>
          </p>
          <div>
            <Button
              busy={forward.isPending}
              onClick={() => forward.mutate(undefined, { onSuccess: () => showToast(t`Counter-notice forwarded.`) })}
            >
              <Trans>Forward to the reporter</Trans>
            </Button>
          </div>
        </Part>
      )}
      <Part title={<Trans>The reporter has gone to court</Trans>}>
        <ReasonForm
          label={t`Court and case`}
          hint={t`It then stays taken down.`}
          button={t`Record court action`}
          look="quiet"
          isBusy={court.isPending}
          onSend={(note) => court.mutate({ note }, { onSuccess: () => showToast(t`Court action recorded.`) })}
        />
      </Part>
    </>
  );
}

function Restore({ report, mutations: { restore } }: PartProps) {
  const { t } = useLingui();
  const { day } = useDates();
  const [isWithdrawn, setWithdrawn] = useState(false);
  const { counter_notice: counter } = report;
  const firstDay = counter && report.state === 'countered' ? day(counter.restore_from) : undefined;
  return (
    <Part title={<Trans>Restore</Trans>}>
      {firstDay === undefined ? null : (
        <p className={desk.quiet}>
          <Trans>Not before {firstDay}, 10 business days after the counter-notice.</Trans>
        </p>
      )}
      {report.kind === 'copyright' && report.takedown?.category === 'copyright' ? (
        <Tick checked={isWithdrawn} onChange={(event) => setWithdrawn(event.target.checked)}>
          <Trans>The notice was withdrawn, or the take-down was a mistake. Restore it now.</Trans>
        </Tick>
      ) : null}
      <ReasonForm
        label={t`Reason for restoring`}
        hint={t`Sent to the owner and the reporter by email.`}
        button={t`Restore`}
        look="quiet"
        isBusy={restore.isPending}
        onSend={(reason) =>
          restore.mutate(
            { reason, withdrawn: isWithdrawn },
            { onSuccess: () => showToast(t`Restored. It’s live again.`) },
          )
        }
      />
    </Part>
  );
}
