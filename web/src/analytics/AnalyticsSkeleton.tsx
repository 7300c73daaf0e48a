import { useLingui } from '@lingui/react/macro';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { TabsSkeleton } from '../ui/Tabs.tsx';
import styles from './analytics.module.css';

export function AnalyticsSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <Masthead
        heading={t`Analytics`}
        dateline={<Bone wide="14rem" />}
        controls={<Bone wide="11rem" tall="2.75rem" />}
      />
      <TabsSkeleton />
      <div className={styles.controls}>
        <Bone wide="9rem" tall="2.75rem" />
      </div>
      <Bones />
    </>
  );
}

export function Bones() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading your analytics`} className={styles.bones}>
      <Bone tall="5rem" />
      <Bone tall="15rem" />
      <Bone tall="12rem" />
    </Loading>
  );
}
