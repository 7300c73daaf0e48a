import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import { useDebounced } from '../ui/debounced.ts';
import styles from './appearance.module.css';
import { previewQuery, type Wanted } from './appearance.data.ts';

/** The real page with the draft appearance. It is inert, because a click in it would count as a visit. */
export function StorefrontPreview({ account, wanted }: { account: MerchantAccount; wanted: Wanted }) {
  const { t } = useLingui();
  // Debounced as text, because the object is new at each render.
  const rested = useDebounced(JSON.stringify(wanted));
  const query = useQuery({
    ...previewQuery(account.id, JSON.parse(rested) as Wanted),
    placeholderData: keepPreviousData,
  });
  const savedPage = `${new URL(account.storefront_url).pathname}/preview`;
  const next = query.data ?? (query.isError ? savedPage : undefined);
  const [shown, setShown] = useState<string>();
  // The old page stays visible until the new one has loaded, in a frame of its own: a new address in the same frame
  // would be a step in the browser's history.
  const frames = [...new Set([shown, next])].filter((path) => path !== undefined);
  return (
    <section className={styles.preview} aria-label={t`Preview`}>
      <h2 className={styles.label}>
        <Trans>Preview</Trans>
      </h2>
      <div className={styles.phone} aria-busy={shown !== next || undefined}>
        {frames.map((path) => (
          <iframe
            key={path}
            src={path}
            title={path === next ? t`Your storefront as shoppers see it` : t`Previous preview of your storefront`}
            className={styles.frame}
            sandbox="allow-same-origin"
            inert
            tabIndex={-1}
            data-waiting={path !== shown || undefined}
            onLoad={() => path === next && setShown(path)}
          />
        ))}
      </div>
    </section>
  );
}
