import { Trans, useLingui } from '@lingui/react/macro';
import { IconChartBar } from '@tabler/icons-react';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';

export const noAnalyticsPage = createLazyRoute('/frame/analytics-page')({ component: NoAnalyticsPage });

function NoAnalyticsPage() {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={t`Analytics`} />
      <EmptyState
        icon={<IconChartBar size={28} stroke={1.4} />}
        title={t`No figures yet`}
        deed={
          <Link to="/" className={buttonClass()}>
            <Trans>Back to the overview</Trans>
          </Link>
        }
      >
        <Trans>
          Figures come with a storefront, and a storefront with a brand’s invitation. Once you have accepted one, views,
          clicks and orders are counted here from the first.
        </Trans>
      </EmptyState>
    </>
  );
}
