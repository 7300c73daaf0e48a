import { Trans } from '@lingui/react/macro';
import { DownloadData } from './DownloadData.tsx';
import { SettingsSection } from './SettingsSection.tsx';

export function YourData() {
  return (
    <SettingsSection id="data" about={<Trans>Download your data at any time.</Trans>}>
      <DownloadData />
    </SettingsSection>
  );
}
