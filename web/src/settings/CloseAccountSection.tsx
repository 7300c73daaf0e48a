import { Trans } from '@lingui/react/macro';
import { CloseAccount } from '../closures/CloseAccount.tsx';
import { SettingsSection } from './SettingsSection.tsx';

export function CloseAccountSection() {
  return (
    <SettingsSection
      id="close"
      about={
        <Trans>Close your account and have your personal data deleted. You can change your mind for some days.</Trans>
      }
    >
      <CloseAccount />
    </SettingsSection>
  );
}
