import { useLingui } from '@lingui/react/macro';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import styles from './appearance.module.css';
import { ManageHeadSkeleton } from './ManageHead.tsx';

export function AppearanceSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <ManageHeadSkeleton />
      <Loading label={t`Loading your storefront`} className={styles.page}>
        <div className={styles.form}>
          <div className={styles.part}>
            <Bone wide="4rem" tall="1.3125rem" />
            <Bone className={styles.bannerBone} />
            <Bone wide="9.5rem" tall="2.5rem" />
          </div>
          {['3rem', '7.5rem'].map((tall) => (
            <div key={tall} className={styles.part}>
              <Bone wide="8rem" tall="1.3125rem" />
              <Bone tall={tall} />
            </div>
          ))}
        </div>
        <Bone tall="36rem" />
      </Loading>
    </>
  );
}
