import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconCalendarOff } from '@tabler/icons-react';
import { ApiProblem } from '../api/problem.ts';
import { Button } from '../ui/Button.tsx';
import { FailedState } from '../ui/EmptyState.tsx';
import { type BrandSearchChange, withoutBrandFilters } from './brand-search.ts';

type Way = { label: MessageDescriptor; change: BrandSearchChange };

const ways = {
  last90Days: {
    label: msg`Show the last 90 days`,
    change: { preset: 'last_90_days', from: undefined, to: undefined },
  },
  last28Days: {
    label: msg`Show the last 28 days`,
    change: { preset: 'last_28_days', from: undefined, to: undefined },
  },
  byCreator: { label: msg`Break down by creator`, change: { by: undefined, sort: undefined, order: undefined } },
  notCompared: { label: msg`Don’t compare`, change: { compare: undefined } },
  unfiltered: { label: msg`Clear filters`, change: withoutBrandFilters },
} satisfies Record<string, Way>;

type Reason = { title: MessageDescriptor; text: MessageDescriptor; ways: readonly Way[] };

/** By what the server says about which field. */
const reasons: Record<'range_too_long' | 'clicks_not_kept', Record<string, Reason>> = {
  range_too_long: {
    by: {
      title: msg`This period is too long for this breakdown`,
      text: msg`With a country, device or channel filter, links and products can be shown for at most 92 days. Choose a shorter period, remove the filter, or break down by something else.`,
      ways: [ways.last90Days, ways.byCreator],
    },
    from: {
      title: msg`This period is too long for these filters`,
      text: msg`Clicks are counted one by one with these filters, and there are too many to count for more than 92 days. Choose a shorter period, or remove a filter.`,
      ways: [ways.last90Days, ways.unfiltered],
    },
    compare: {
      title: msg`This period is too long to compare with these filters`,
      text: msg`Clicks are counted one by one with these filters, and the days to compare with have too many. Choose a shorter period, or don’t compare.`,
      ways: [ways.notCompared, ways.last90Days],
    },
  },
  clicks_not_kept: {
    from: {
      title: msg`These filters don’t reach that far back`,
      text: msg`Clicks from the start of this period are no longer stored one by one, which these filters need. Choose a later start date, or remove a filter.`,
      ways: [ways.last28Days, ways.unfiltered],
    },
    compare: {
      title: msg`The earlier days can’t be compared with these filters`,
      text: msg`Their clicks are no longer stored one by one, which these filters need. Don’t compare, or remove a filter.`,
      ways: [ways.notCompared, ways.unfiltered],
    },
  },
};

function reasonOf(error: Error | null): Reason | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  if (error.code !== 'range_too_long' && error.code !== 'clicks_not_kept') return undefined;
  const [field = 'from'] = Object.keys(error.errors);
  return reasons[error.code][field] ?? reasons[error.code]['from'];
}

/** Whether it is about a period or filters whose clicks can't be counted. */
export const isUncountable = (error: Error | null) => reasonOf(error) !== undefined;

type BrandUncountableProps = { error: Error | null; onSearch: (change: BrandSearchChange) => void };

/** Why the clicks of these filters can't be counted over this period, and what to change. */
export function BrandUncountable({ error, onSearch }: BrandUncountableProps) {
  const { t } = useLingui();
  const reason = reasonOf(error);
  if (!reason) return null;
  return (
    <FailedState
      icon={<IconCalendarOff size={28} stroke={1.4} />}
      title={t(reason.title)}
      action={reason.ways.map(({ label, change }, place) => (
        <Button key={label.id} look={place === 0 ? 'solid' : 'quiet'} onClick={() => onSearch(change)}>
          {t(label)}
        </Button>
      ))}
    >
      {t(reason.text)}
    </FailedState>
  );
}
