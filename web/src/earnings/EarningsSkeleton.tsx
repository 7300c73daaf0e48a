import { useLingui } from '@lingui/react/macro';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import styles from './earnings.module.css';

export function EarningsSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={t`Earnings`} dateline={<Bone wide="14rem" />} />
      <Loading label={t`Loading your earnings`} className={styles.bones}>
        <Bone wide="min(24rem, 70%)" tall="5rem" />
        <Bone wide="min(30rem, 100%)" tall="3rem" />
        {[1, 2, 3, 4].map((row) => (
          <Bone key={row} tall="4rem" />
        ))}
      </Loading>
    </>
  );
}
