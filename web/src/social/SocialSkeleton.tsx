import { useLingui } from '@lingui/react/macro';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import styles from './social.module.css';

export function SocialSkeleton() {
  const { t } = useLingui();
  return (
    <>
      <Masthead
        heading={t`Social Insights`}
        dateline={<Bone wide="14rem" tall="1lh" />}
        controls={<Bone wide="15.5rem" tall="2.75rem" />}
      />
      <Loading label={t`Loading your social accounts`} className={styles.page}>
        {[1, 2].map((account) => (
          <div key={account} className={styles.account}>
            <Bone wide="min(17rem, 80%)" tall="2.125rem" />
            <div className={styles.state}>
              <Bone wide="min(15rem, 70%)" />
              <div className={styles.actions}>
                <Bone wide="8.5rem" tall="2.5rem" />
                <Bone wide="6rem" tall="2.5rem" />
              </div>
            </div>
            <div className={styles.body}>
              <div className={styles.numbers}>
                <Bone wide="min(13rem, 70%)" tall="6.5rem" />
                <div className={styles.rest}>
                  {[1, 2, 3, 4].map((figure) => (
                    <Bone key={figure} wide="5rem" tall="3rem" />
                  ))}
                </div>
              </div>
              <Bone tall="18rem" />
            </div>
          </div>
        ))}
      </Loading>
    </>
  );
}
