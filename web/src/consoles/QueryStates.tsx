import { useLingui } from '@lingui/react/macro';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { FailedArea } from '../failures/FailedArea.tsx';
import styles from './Console.module.css';

type Asked = { isPending: boolean; isError: boolean; data: unknown; error: Error | null; refetch: () => unknown };

type QueryStateProps = { query: Asked; loading: string; failed: string; rows?: number };

/** Placeholder rows while a query loads and an error with a retry when it fails; nothing once there is data. */
export function QueryState({ query, loading, failed, rows }: QueryStateProps) {
  if (query.isPending) return <RowsToCome label={loading} {...(rows && { rows })} />;
  if (!query.isError || query.data !== undefined) return null;
  return <FailedArea title={failed} error={query.error} retry={query.refetch} />;
}

export function RowsToCome({ label, rows = 6 }: { label: string; rows?: number }) {
  return (
    <Loading label={label} className={styles.bones}>
      {Array.from({ length: rows }, (_, row) => (
        <Bone key={row} tall="3.25rem" />
      ))}
    </Loading>
  );
}

type RefusedProps = {
  error: Error | null;
  /** The text for a reason that the server writes. */
  reasonOf?: (reason: string) => string;
};

/** Why a change was refused, with the reasons of single fields; nothing without an error. */
export function Refused({ error, reasonOf }: RefusedProps) {
  const { t } = useLingui();
  if (!error) return null;
  const named = error instanceof ApiProblem ? Object.values(error.errors).flat() : [];
  return (
    <p role="alert" className={styles.alert}>
      {t(failureText(error))}
      {named.length > 0 ? ` (${(reasonOf ? named.map(reasonOf) : named).join('; ')})` : null}
    </p>
  );
}
