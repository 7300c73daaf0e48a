import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import type { BrandAnalytics, BrandFilter } from '@vitrine/contract/brand-analytics.ts';
import { Button } from '../ui/Button.tsx';
import chips from '../analytics/filters.module.css';
import { brandDimensionTexts, useBrandNames } from './brand-analytics-texts.ts';
import { brandFilterNames, type BrandFilterSearch } from './brand-search.ts';

type BrandChipsProps = {
  filters: BrandFilterSearch;
  /** The names of the filters' values; undefined until they are loaded. */
  named: BrandAnalytics['filters'] | undefined;
  onRemove: (filter: BrandFilter) => void;
  onClear: () => void;
};

/** The filters as chips that can be removed; nothing without one. */
export function BrandChips({ filters, named, onRemove, onClear }: BrandChipsProps) {
  const { t } = useLingui();
  const nameOf = useBrandNames();
  const set = brandFilterNames.filter((filter) => filters[filter] !== undefined);
  if (set.length === 0) return null;
  return (
    <section className={chips.bar} aria-label={t`Filters`}>
      <ul className={chips.chips}>
        {set.map((filter) => {
          const value = filters[filter] ?? '';
          const known = named?.find((each) => each.filter === filter && each.value === value);
          const label = t(brandDimensionTexts[filter]);
          const isId = filter === 'creator' || filter === 'group' || filter === 'product' || filter === 'link';
          const text = known || !isId ? nameOf(filter, value, known?.name ?? null) : '…';
          return (
            <li key={filter}>
              <button
                type="button"
                className={chips.chip}
                aria-label={t`Remove the filter ${label}: ${text}`}
                title={text}
                onClick={() => onRemove(filter)}
              >
                <span className={chips.name}>{label}:</span>
                <span className={chips.value}>{text}</span>
                <IconX size={16} stroke={1.8} aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </ul>
      <Button small look="plain" onClick={onClear}>
        <Trans>Clear all</Trans>
      </Button>
    </section>
  );
}
