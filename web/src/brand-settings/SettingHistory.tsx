import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { settingChangesQuery } from './brand-settings.data.ts';
import { SettingChanges } from './SettingChanges.tsx';
import styles from './settings.module.css';

/** Who changed which setting, and when. */
export function SettingHistory({ merchant }: { merchant: string }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const query = useInfiniteQuery(settingChangesQuery(merchant));
  const changes = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section className={desk.section} aria-labelledby="history">
      <h2 id="history">
        <Trans>Changes to these settings</Trans>
      </h2>
      <QueryState
        query={query}
        rows={2}
        loading={t`Loading the changes`}
        failed={t`We couldn’t load the changes of your settings`}
      />
      {query.data && changes.length === 0 ? (
        <p className={desk.quiet}>
          <Trans>No changes yet.</Trans>
        </p>
      ) : null}
      <ul className={styles.history}>
        {changes.map(({ id, changed_at: at, changed_by: by, changes: fields }) => (
          <li key={id}>
            <SettingChanges changes={fields} changedAt={at} />
            <span className={desk.under}>
              {by ?? t`Someone who has left`} · {moment(at)}
            </span>
          </li>
        ))}
      </ul>
      <ShowMore query={query} />
    </section>
  );
}
