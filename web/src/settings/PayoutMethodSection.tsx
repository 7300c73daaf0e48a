import { Trans } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { loadPart } from '../locales/texts.ts';
import { Bone } from '../ui/Skeleton.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** The same panel as on the earnings page, loaded with that page's texts. */
const Method = lazy(() =>
  loadPart('earnings', () => import('../payouts/PayoutMethodPanel.tsx')).then((part) => ({
    default: part.PayoutMethodPanel,
  })),
);

export function PayoutMethodSection() {
  return (
    <SettingsSection id="payouts" about={<Trans>How brands pay you.</Trans>}>
      <Suspense fallback={<Bone tall="5rem" />}>
        <Method />
      </Suspense>
    </SettingsSection>
  );
}
