import { useLingui } from '@lingui/react/macro';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { FailedArea } from '../failures/FailedArea.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import styles from './EarningsSection.module.css';

type Loaded<Data> = {
  isPending: boolean;
  isError: boolean;
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
};

type SectionProps<Data> = {
  name: string;
  query: Loaded<Data>;
  /** The title shown when loading failed. */
  failed: string;
  children: (data: Data) => ReactNode;
};

/** One storefront's section: its data, a loading skeleton, or an error with a retry button. */
export function EarningsSection<Data>({ name, query, failed, children }: SectionProps<Data>) {
  const { t } = useLingui();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {name}
      </h2>
      {query.isPending ? (
        <Loading label={t`Loading ${name}`} className={styles.bones}>
          <Bone tall="4rem" />
          <Bone tall="4rem" />
        </Loading>
      ) : null}
      {query.isError && query.data === undefined ? (
        <FailedArea
          icon={<IconRefresh size={28} stroke={1.4} />}
          title={failed}
          error={query.error}
          retry={query.refetch}
        />
      ) : null}
      {query.data === undefined ? null : children(query.data)}
    </section>
  );
}
