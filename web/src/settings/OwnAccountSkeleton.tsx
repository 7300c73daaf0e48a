import { useLingui } from '@lingui/react/macro';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { Contents } from './Contents.tsx';
import { accountSections } from './sections.ts';
import { SettingsSection } from './SettingsSection.tsx';
import styles from './settings.module.css';

export function OwnAccountSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={t`Your account`} />
      <div className={styles.page}>
        <Contents ids={accountSections} />
        <Loading label={t`Loading your account`} className={styles.sections}>
          <SettingsSection id="profile" about={<Bone wide="min(16rem, 80%)" tall="1lh" />}>
            <Bone tall="4.6875rem" />
          </SettingsSection>
          <SettingsSection id="sign-in" about={<Bone wide="min(24rem, 100%)" tall="1lh" />}>
            <Bone tall="3rem" />
            <Bone tall="3rem" />
          </SettingsSection>
        </Loading>
      </div>
    </>
  );
}
