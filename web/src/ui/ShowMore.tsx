import { Trans } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { Button } from './Button.tsx';
import styles from './ShowMore.module.css';

type Paged = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
type ShowMoreProps = { query: Paged; small?: boolean; ref?: Ref<HTMLButtonElement>; children?: ReactNode };

/** The button under a list that loads its next page; nothing once the list is complete. */
export function ShowMore({ query, small = false, ref, children }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <p className={styles.more}>
      <Button
        ref={ref}
        look="quiet"
        small={small}
        busy={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {children ?? <Trans>Show more</Trans>}
      </Button>
    </p>
  );
}
