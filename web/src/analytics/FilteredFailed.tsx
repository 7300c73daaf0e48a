import { Trans, useLingui } from '@lingui/react/macro';
import { IconCalendarOff, IconChartBar } from '@tabler/icons-react';
import type { AnalyticsPreset } from '@vitrine/contract/analytics.ts';
import { ApiProblem } from '../api/problem.ts';
import { FailedArea } from '../failures/FailedArea.tsx';
import { Button } from '../ui/Button.tsx';
import { FailedState } from '../ui/EmptyState.tsx';

type FilteredFailedProps = { error: Error; retry: () => void; onPreset: (preset: AnalyticsPreset) => void };

/** Why the filtered clicks can't be shown, and a period that can. */
export function FilteredFailed({ error, retry, onPreset }: FilteredFailedProps) {
  const { t } = useLingui();
  const code = error instanceof ApiProblem ? error.code : undefined;
  if (code === 'range_too_long')
    return (
      <FailedState
        icon={<IconCalendarOff size={28} stroke={1.4} />}
        title={t`This period is too long to filter`}
        action={
          <Button onClick={() => onPreset('last_90_days')}>
            <Trans>Show the last 90 days</Trans>
          </Button>
        }
      >
        <Trans>
          Filtered clicks are counted one by one, for at most 92 days at a time. Choose a shorter period, or clear the
          filters to see all of it.
        </Trans>
      </FailedState>
    );
  if (code === 'clicks_not_kept')
    return (
      <FailedState
        icon={<IconCalendarOff size={28} stroke={1.4} />}
        title={t`Older clicks can’t be filtered`}
        action={
          <Button onClick={() => onPreset('last_28_days')}>
            <Trans>Show the last 28 days</Trans>
          </Button>
        }
      >
        <Trans>
          Clicks from the start of this period are no longer stored one by one. Choose a later start date, or clear the
          filters to see all of it.
        </Trans>
      </FailedState>
    );
  return (
    <FailedArea
      icon={<IconChartBar size={28} stroke={1.4} />}
      title={t`We couldn’t load the filtered clicks`}
      error={error}
      retry={retry}
    >
      {code === 'busy' ? <Trans>A period of up to 92 days may work now.</Trans> : null}
    </FailedArea>
  );
}
