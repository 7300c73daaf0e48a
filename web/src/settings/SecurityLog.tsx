import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { SecurityEntry } from '@vitrine/contract/settings.ts';
import { useDates } from '../accounts/dates.ts';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Bone } from '../ui/Skeleton.tsx';
import { aboutText, actionText } from './log-texts.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { securityLogQuery } from './settings.data.ts';
import styles from './settings.module.css';

export function SecurityLog() {
  const query = useInfiniteQuery(securityLogQuery());
  return (
    <SettingsSection
      id="security"
      about={<Trans>Recent activity on your account. If an operator accesses it, you’ll see who and why.</Trans>}
    >
      <ol className={styles.list}>
        {query.data?.pages.flatMap((page) => page.data).map((entry) => <Entry key={entry.id} entry={entry} />) ?? (
          <li>
            <Bone tall="8rem" />
          </li>
        )}
      </ol>
      <ShowMore query={query} small>
        <Trans>Show earlier entries</Trans>
      </ShowMore>
    </SettingsSection>
  );
}

function Entry({ entry }: { entry: SecurityEntry }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { operator, reason, mode } = entry;
  const about = aboutText(t, entry);
  return (
    <li className={styles.entry} data-operator={operator === null ? undefined : true}>
      <div className={styles.factText}>
        <p className={styles.entryTitle}>
          {operator === null ? null : <IconEye size={18} stroke={1.6} aria-hidden="true" />}
          {t(actionText(entry.action))}
        </p>
        {about ? <p className={styles.hint}>{about}</p> : null}
        {operator === null ? null : (
          <p className={styles.hint}>
            {entry.action === 'link.handed_over' ? (
              <Trans>{operator}, who could forward the link</Trans>
            ) : entry.action === 'two_factor.removed' ? (
              operator
            ) : mode === 'assist' ? (
              <Trans>{operator}, who could make changes for you</Trans>
            ) : (
              <Trans>{operator}, view only</Trans>
            )}
            {reason ? `: “${reason}”` : null}
          </p>
        )}
      </div>
      <time className={styles.at} dateTime={entry.at}>
        {moment(entry.at)}
      </time>
    </li>
  );
}
