import { useLingui } from '@lingui/react/macro';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { ManageHeadSkeleton } from './ManageHead.tsx';
import styles from './rows.module.css';

export function CollectionsSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <ManageHeadSkeleton dateline={<Bone wide="7rem" tall="1lh" />} action />
      <Loading label={t`Loading your storefront`} className={styles.waiting}>
        {[1, 2, 3, 4].map((row) => (
          <Bone key={row} tall="6rem" />
        ))}
      </Loading>
    </>
  );
}
