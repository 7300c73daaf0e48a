import { Trans } from '@lingui/react/macro';
import { PreferenceChoices } from './PreferenceChoices.tsx';
import { SettingsSection } from './SettingsSection.tsx';

export function Preferences() {
  return (
    <SettingsSection id="preferences" about={<Trans>Changes apply right away on all your devices.</Trans>}>
      <PreferenceChoices />
    </SettingsSection>
  );
}
