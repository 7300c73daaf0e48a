import { Trans, useLingui } from '@lingui/react/macro';
import { IconAntenna } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Segments } from '../ui/Segments.tsx';
import { AccountFigures } from './AccountFigures.tsx';
import { EnterFigures } from './EnterFigures.tsx';
import { OfferedPlatforms } from './OfferedPlatforms.tsx';
import { matchPlatforms, type PlatformEntry } from './platforms.ts';
import { socialSpans, defaultSocialSpan } from './search.ts';
import { socialQuery } from './social.data.ts';
import styles from './social.module.css';
import { SocialSkeleton } from './SocialSkeleton.tsx';
import { useReturn } from './useReturn.ts';

export default createLazyRoute('/frame/social-insights')({
  component: SocialInsightsPage,
  pendingComponent: SocialSkeleton,
});

const route = getRouteApi('/frame/social-insights');

function SocialInsightsPage() {
  const { t } = useLingui();
  const { days = defaultSocialSpan } = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(socialQuery());
  const { day, asOf } = useDates();
  const [entering, setEntering] = useState<PlatformEntry>();
  const { busy, failure } = useReturn();
  const entries = matchPlatforms(data.connections);
  const shown = entries.filter((entry) => entry.show);
  return (
    <>
      <Masthead
        heading={t`Social Insights`}
        dateline={
          <>
            {day(data.as_of)}
            <span className={styles.asOf}>{asOf(data.as_of)}</span>
          </>
        }
        controls={
          shown.length === 0 ? undefined : (
            <Segments
              label={t`Period`}
              value={days}
              choices={socialSpans.map((value) => ({ value, label: t`${value} days` }))}
              onChoose={(value) =>
                void navigate({ search: value === defaultSocialSpan ? {} : { days: value }, resetScroll: false })
              }
            />
          )
        }
      />
      {busy ? (
        <p className={styles.notice} role="status">
          <Trans>Connecting your account and getting its figures…</Trans>
        </p>
      ) : null}
      {failure ? (
        <p className={styles.alert} role="alert">
          {failure}
        </p>
      ) : null}
      <div className={styles.page}>
        {shown.length === 0 ? <Nothing /> : null}
        {shown.map((entry) => (
          <AccountFigures
            key={entry.tag}
            entry={entry}
            days={days}
            canConnect={data.can_connect.includes(entry.icon)}
            onEnter={() => setEntering(entry)}
          />
        ))}
        <OfferedPlatforms
          entries={entries.filter((entry) => !entry.show)}
          canConnect={data.can_connect}
          onEnter={setEntering}
        />
      </div>
      {entering ? <EnterFigures entry={entering} onClose={() => setEntering(undefined)} /> : null}
    </>
  );
}

function Nothing() {
  const { t } = useLingui();
  return (
    <EmptyState icon={<IconAntenna size={28} stroke={1.4} />} title={t`Track your followers`}>
      <Trans>
        Connect the accounts you post from, or enter their figures manually, and see how they grow. Nobody else sees
        them here.
      </Trans>
    </EmptyState>
  );
}
