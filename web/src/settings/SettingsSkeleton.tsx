import { useLingui } from '@lingui/react/macro';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { Contents } from './Contents.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import styles from './settings.module.css';

export function SettingsSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={t`Account Settings`} />
      <div className={styles.page}>
        <Contents />
        <Loading label={t`Loading your settings`} className={styles.sections}>
          <SettingsSection id="profile" about={<Bone wide="min(16rem, 80%)" tall="1lh" />}>
            <div className={styles.avatarRow}>
              <Bone wide="5.5rem" tall="5.5rem" className={styles.avatarBone} />
              <Bone wide="9rem" tall="2.5rem" />
            </div>
            {['name', 'handle'].map((field) => (
              <div key={field} className={styles.form}>
                <Bone tall="4.6875rem" />
                <div>
                  <Bone wide="7.5rem" tall="2.75rem" />
                </div>
              </div>
            ))}
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
