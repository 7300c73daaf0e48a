import { useLingui } from '@lingui/react/macro';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import styles from './settings.module.css';

export function SettingsSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={t`Account Settings`} />
      <Loading label={t`Loading your settings`} className={styles.bones}>
        {[1, 2, 3].map((row) => (
          <Bone key={row} tall="9rem" />
        ))}
      </Loading>
    </>
  );
}
