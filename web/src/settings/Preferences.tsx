import { Trans } from '@lingui/react/macro';
import { PreferenceChoices } from './PreferenceChoices.tsx';
import { Section } from './Section.tsx';

export function Preferences() {
  return (
    <Section id="preferences" about={<Trans>Changes apply right away on all your devices.</Trans>}>
      <PreferenceChoices />
    </Section>
  );
}
