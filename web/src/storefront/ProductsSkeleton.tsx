import { useLingui } from '@lingui/react/macro';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { ManageHeadSkeleton } from './ManageHead.tsx';
import tiles from './PlacementTile.module.css';
import styles from './products.module.css';

export function ProductsSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <ManageHeadSkeleton dateline={<Bone wide="11rem" className={styles.tallyBone} />} action />
      <Loading label={t`Loading your products`} className={styles.grid}>
        {[1, 2, 3, 4, 5, 6, 7, 8].map((tile) => (
          <div key={tile} className={tiles.tile}>
            <Bone className={styles.pictureBone} />
            <div className={styles.wordBones}>
              <Bone wide="70%" tall="1.375rem" />
              <Bone wide="35%" tall="0.9375rem" />
              <Bone wide="80%" tall="0.9375rem" />
              <Bone wide="55%" tall="1.375rem" />
              <Bone wide="75%" tall="0.875rem" />
              <Bone tall="2.5rem" />
            </div>
          </div>
        ))}
      </Loading>
    </>
  );
}
