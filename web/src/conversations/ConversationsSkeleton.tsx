import { useLingui } from '@lingui/react/macro';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import styles from './Conversations.module.css';

export function ConversationsSkeleton() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading messages`} className={styles.bones}>
      {[1, 2, 3, 4].map((row) => (
        <Bone key={row} tall="4.25rem" />
      ))}
    </Loading>
  );
}
