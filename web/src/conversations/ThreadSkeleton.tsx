import { useLingui } from '@lingui/react/macro';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { Conversations } from './Conversations.tsx';
import styles from './ThreadView.module.css';

/** The placeholder of a thread while it loads. */
export function ThreadSkeleton() {
  const { t } = useLingui();
  return (
    <Conversations title={t`Messages`} open list={<Bone tall="4.5rem" />}>
      <Loading label={t`Loading messages`} className={styles.bones}>
        {['55%', '70%', '40%', '60%', '50%'].map((wide) => (
          <Bone key={wide} wide={wide} tall="3.25rem" />
        ))}
      </Loading>
    </Conversations>
  );
}
