import { Trans, useLingui } from '@lingui/react/macro';
import { IconChartBar } from '@tabler/icons-react';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';

export default createLazyRoute('/frame/analytics-page')({ component: NoAnalyticsPage });

function NoAnalyticsPage() {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={t`Analytics`} />
      <EmptyState
        icon={<IconChartBar size={28} stroke={1.4} />}
        title={t`No analytics yet`}
        action={
          <Link to="/" className={buttonClass()}>
            <Trans>Back to the overview</Trans>
          </Link>
        }
      >
        <Trans>
          You don’t have a storefront yet. When you accept a brand’s invitation, your views, clicks and orders appear
          here.
        </Trans>
      </EmptyState>
    </>
  );
}
