import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReportSheet as Sheet } from '@vitrine/contract/takedowns.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Address } from '../ui/Address.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { ReportActions } from './ReportActions.tsx';
import { DueText } from './DueText.tsx';
import { ReportFacts } from './ReportFacts.tsx';
import { ReportNotice } from './ReportNotice.tsx';
import { categoryNames, reportStates, reportSubjects } from './report-texts.ts';
import { reportQuery } from './reports.data.ts';

/** From this many justified notices within a year, the terms of use have us close the account. */
const repeated = 3;

/** A report: what it is about, what was sent, what was done, and what can be done now. */
export function ReportDrawer({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const { t } = useLingui();
  const query = useQuery(reportQuery(reportId));
  const report = query.data;
  return (
    <Drawer title={report?.reference ?? t`Report`} closeLabel={t`Close`} onClose={onClose}>
      <QueryState query={query} loading={t`Loading the report`} failed={t`We couldn’t load this report`} />
      {report ? (
        <div className={desk.sections}>
          <About report={report} />
          <ReportNotice report={report} />
          <ReportActions key={report.state} report={report} />
        </div>
      ) : null}
    </Drawer>
  );
}

function About({ report }: { report: Sheet }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { justified_notices: notices } = report;
  return (
    <section className={desk.section}>
      <ReportFacts
        rows={[
          { name: t`Status`, value: t(reportStates[report.state]) },
          { name: t`Due`, value: report.clock && <DueText clock={report.clock} /> },
          { name: t`Reason`, value: t(categoryNames[report.category]) },
          { name: t`About`, value: report.subject_kind && t(reportSubjects[report.subject_kind]) },
          {
            name: t`Address`,
            value: report.preview ? (
              <a href={report.preview} target="_blank" rel="noopener noreferrer">
                {report.preview}
              </a>
            ) : (
              report.address
            ),
          },
          { name: t`Owner`, value: report.owner },
          { name: t`Received`, value: moment(report.received_at) },
          { name: t`Reporter`, value: report.reporter_name },
          { name: t`Reporter’s email`, value: <Address>{report.reporter_email}</Address> },
          { name: t`Justified notices in the last year`, value: notices > 0 ? String(notices) : null },
          { name: t`Decided`, value: report.decided_at && moment(report.decided_at) },
        ]}
      />
      {report.subject_kind === null ? (
        <p className={desk.alert}>
          <Trans>Nothing of this installation is at this address, so there is nothing to take down.</Trans>
        </p>
      ) : null}
      {notices >= repeated ? (
        <p className={desk.alert}>
          <Trans>
            The terms of use say that we close the account of a creator with three justified notices within a year.
          </Trans>
        </p>
      ) : null}
      <Link to="/operator/audit" search={{ subject: report.id }}>
        <Trans>Audit history</Trans>
      </Link>
    </section>
  );
}
