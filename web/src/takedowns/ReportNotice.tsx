import { Trans, useLingui } from '@lingui/react/macro';
import type { ReportSheet } from '@vitrine/contract/takedowns.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { ReportFacts } from './ReportFacts.tsx';
import styles from './takedowns.module.css';

/** What the reporter, the operators and the owner wrote. */
export function ReportNotice({ report }: { report: ReportSheet }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { notice, takedown, counter_notice: counter } = report;
  return (
    <>
      <section className={desk.section}>
        <h3>{notice ? <Trans>Copyright notice</Trans> : <Trans>What was reported</Trans>}</h3>
        {notice ? <p className={styles.text}>{notice.work}</p> : null}
        {report.statement ? <p className={styles.text}>{report.statement}</p> : null}
        {notice ? (
          <ReportFacts
            rows={[
              { name: t`Postal address`, value: notice.postal_address },
              { name: t`Phone`, value: notice.phone },
              { name: t`Signature`, value: notice.signature },
              { name: t`Good faith and accuracy`, value: t`Confirmed` },
            ]}
          />
        ) : null}
      </section>
      {report.answer ? (
        <section className={desk.section}>
          <h3>
            <Trans>Why it was declined</Trans>
          </h3>
          <p className={styles.text}>{report.answer}</p>
        </section>
      ) : null}
      {takedown ? (
        <section className={desk.section}>
          <h3>
            <Trans>Take-down</Trans>
          </h3>
          <p className={styles.text}>{takedown.reason}</p>
          <ReportFacts
            rows={[
              { name: t`Taken down`, value: moment(takedown.taken_down_at) },
              { name: t`By`, value: takedown.taken_down_by },
              { name: t`Note`, value: takedown.note },
              { name: t`Restored`, value: takedown.lifted_at && moment(takedown.lifted_at) },
              { name: t`Why it was restored`, value: takedown.lift_reason },
            ]}
          />
        </section>
      ) : null}
      {counter ? (
        <section className={desk.section}>
          <h3>
            <Trans>Counter-notice</Trans>
          </h3>
          <p className={styles.text}>{counter.statement}</p>
          <ReportFacts
            rows={[
              { name: t`Name`, value: counter.name },
              { name: t`Postal address`, value: counter.postal_address },
              { name: t`Phone`, value: counter.phone },
              { name: t`Signature`, value: counter.signature },
              { name: t`Received`, value: moment(counter.received_at) },
              { name: t`Forwarded`, value: counter.forwarded_at && moment(counter.forwarded_at) },
              { name: t`Court action`, value: counter.court_note },
            ]}
          />
        </section>
      ) : null}
    </>
  );
}
