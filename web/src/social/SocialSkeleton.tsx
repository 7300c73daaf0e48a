import { useLingui } from '@lingui/react/macro';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import styles from './social.module.css';

export function SocialSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={t`Social Insights`} dateline={<Bone wide="14rem" />} />
      <Loading label={t`Loading your social accounts`} className={styles.bones}>
        <Bone wide="min(14rem, 60%)" tall="4rem" />
        <Bone tall="14rem" />
        <Bone wide="min(30rem, 100%)" tall="3rem" />
      </Loading>
    </>
  );
}
