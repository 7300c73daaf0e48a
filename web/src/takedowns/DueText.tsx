import { Plural, Trans } from '@lingui/react/macro';
import type { ReportClock as Clock } from '@vitrine/contract/takedowns.ts';
import { useDates } from '../accounts/dates.ts';

/** What is due next for a report, in words. */
export function DueText({ clock }: { clock: Clock | null }) {
  const { day } = useDates();
  if (clock === null) return '—';
  const { step, due_at: dueAt, not_before: notBefore, business_days_left: left, is_overdue: isOverdue } = clock;
  // A clock ends at midnight; the day before is the last one.
  const lastDay = day(new Date(Date.parse(dueAt) - 1).toISOString());
  if (isOverdue) return <Overdue step={step} lastDay={lastDay} />;
  if (notBefore !== null && Date.now() < Date.parse(notBefore)) {
    const firstDay = day(notBefore);
    return (
      <Trans>
        Restore from {firstDay} to {lastDay}
      </Trans>
    );
  }
  if (step === 'decide')
    return (
      <>
        {left === 0 ? (
          <Trans>Decide today</Trans>
        ) : (
          <Plural value={left} one="Decide in # business day" other="Decide in # business days" />
        )}
      </>
    );
  if (step === 'forward') return <Trans>Forward the counter-notice by {lastDay}</Trans>;
  return <Trans>Restore by {lastDay}</Trans>;
}

function Overdue({ step, lastDay }: { step: Clock['step']; lastDay: string }) {
  if (step === 'decide') return <Trans>Overdue: decision was due {lastDay}</Trans>;
  if (step === 'forward') return <Trans>Overdue: forwarding was due {lastDay}</Trans>;
  return <Trans>Overdue: restore was due {lastDay}</Trans>;
}
