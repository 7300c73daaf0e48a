import { useLingui } from '@lingui/react/macro';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import styles from './overview.module.css';

export function OverviewSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <Masthead
        heading={t`Overview`}
        dateline={<Bone wide="14rem" />}
        controls={<Bone wide="14rem" tall="2.25rem" />}
      />
      <Loading label={t`Loading your overview`} className={styles.page}>
        <div className={styles.first}>
          <div className={styles.bones}>
            <Bone wide="10rem" />
            <Bone wide="min(22rem, 80%)" tall="5.5rem" />
            <Bone wide="14rem" />
            <Bone wide="min(36rem, 100%)" tall="7rem" />
          </div>
          <div className={styles.bones}>
            <Bone wide="14rem" tall="1.75rem" />
            <Bone tall="8rem" />
            <Bone tall="6rem" />
          </div>
        </div>
        <Bone tall="18rem" />
      </Loading>
    </>
  );
}
