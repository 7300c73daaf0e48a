import { useLingui } from '@lingui/react/macro';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { useManageHeading } from './ManageHead.tsx';
import styles from './links.module.css';

export function ManageSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={useManageHeading()} dateline={<Bone wide="14rem" />} />
      <Loading label={t`Loading your storefront`} className={styles.waiting}>
        {[1, 2, 3, 4].map((row) => (
          <Bone key={row} tall="6rem" />
        ))}
      </Loading>
    </>
  );
}
