import { useLingui } from '@lingui/react/macro';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import styles from './analytics.module.css';

export function AnalyticsSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={t`Analytics`} dateline={<Bone wide="14rem" />} />
      <Bones />
    </>
  );
}

export function Bones() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading your figures`} className={styles.bones}>
      <Bone tall="5rem" />
      <Bone tall="15rem" />
      <Bone tall="12rem" />
    </Loading>
  );
}
