import { useLingui } from '@lingui/react/macro';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { ManageHeadSkeleton } from './ManageHead.tsx';
import styles from './products.module.css';

export function ProductsSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <ManageHeadSkeleton />
      <Loading label={t`Loading your products`} className={styles.grid}>
        {[1, 2, 3, 4, 5, 6].map((tile) => (
          <Bone key={tile} tall="20rem" className={styles.bone} />
        ))}
      </Loading>
    </>
  );
}
