import { Trans, useLingui } from '@lingui/react/macro';
import { IconBuildingStore } from '@tabler/icons-react';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { useManageLabel } from '../theme/manage-label.ts';

export default createLazyRoute('/frame/manage')({ component: NoStorefrontPage });

function NoStorefrontPage() {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={useManageLabel()} />
      <EmptyState
        icon={<IconBuildingStore size={28} stroke={1.4} />}
        title={t`No storefront yet`}
        action={
          <Link to="/" className={buttonClass()}>
            <Trans>Back to the overview</Trans>
          </Link>
        }
      >
        <Trans>
          You get a storefront when you accept a brand’s invitation. Open the link in the brand’s email to accept it.
        </Trans>
      </EmptyState>
    </>
  );
}
