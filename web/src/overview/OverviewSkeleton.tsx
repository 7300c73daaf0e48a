import { useLingui } from '@lingui/react/macro';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import styles from './overview.module.css';

export function OverviewSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={t`Overview`} dateline={<Bone wide="14rem" />} />
      <Loading label={t`Loading your overview`} className={styles.bones}>
        <Bone wide="12rem" />
        <Bone wide="min(28rem, 80%)" tall="6rem" />
        <Bone wide="min(36rem, 100%)" tall="4rem" />
        <Bone tall="15rem" />
      </Loading>
    </>
  );
}
