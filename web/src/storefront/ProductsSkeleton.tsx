import { useLingui } from '@lingui/react/macro';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { useManageHeading } from './ManageHead.tsx';
import styles from './products.module.css';

export function ProductsSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={useManageHeading()} dateline={<Bone wide="14rem" />} />
      <Loading label={t`Loading your products`} className={styles.grid}>
        {[1, 2, 3, 4, 5, 6].map((tile) => (
          <Bone key={tile} tall="20rem" />
        ))}
      </Loading>
    </>
  );
}
