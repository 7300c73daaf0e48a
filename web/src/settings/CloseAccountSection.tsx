import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { loadPart } from '../locales/texts.ts';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { SettingsSection } from './SettingsSection.tsx';

const CloseAccount = lazy(() =>
  loadPart('notices', () => import('../closures/CloseAccount.tsx')).then((part) => ({ default: part.CloseAccount })),
);

export function CloseAccountSection() {
  const { t } = useLingui();
  return (
    <SettingsSection
      id="close"
      about={
        <Trans>Close your account and have your personal data deleted. You can change your mind for some days.</Trans>
      }
    >
      <Suspense
        fallback={
          <Loading label={t`Loading`}>
            <Bone />
          </Loading>
        }
      >
        <CloseAccount />
      </Suspense>
    </SettingsSection>
  );
}
