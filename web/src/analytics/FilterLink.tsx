import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnalyticsType } from '@vitrine/contract/analytics.ts';
import { Hidden } from '../ui/Hidden.tsx';
import styles from './analytics.module.css';
import { type AnalyticsSearch, type FilterName, withFilter } from './search.ts';

/** Which page of Analytics is shown, for links to the same page with a filter. */
export type AnalyticsPlace = { slug: string; type: AnalyticsType; search: AnalyticsSearch };

type FilterLinkProps = {
  place: AnalyticsPlace;
  name: FilterName;
  value: string;
  /** What `children` show, as text. */
  text: string;
  children: ReactNode;
};

/** A row's name that leads to the clicks of this row alone. Plain text if that is shown already. */
export function FilterLink({ place: { slug, type, search }, name, value, text, children }: FilterLinkProps) {
  if (search[name] === value) return children;
  return (
    <Link
      className={styles.filterLink}
      to="/analytics-page/$id/$type"
      params={{ id: slug, type: type === 'traffic' ? 'traffic' : 'overview' }}
      search={withFilter(search, name, value)}
      title={text}
    >
      {/* The name must contain what is seen, so that people who speak to the page can say it. */}
      <Hidden>
        <Trans>Filter by</Trans>{' '}
      </Hidden>
      {children}
    </Link>
  );
}
