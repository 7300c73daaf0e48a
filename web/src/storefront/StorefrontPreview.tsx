import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import { useDebounced } from '../ui/debounced.ts';
import styles from './appearance.module.css';
import { previewQuery, type Wanted } from './appearance.data.ts';

/** The real page with the choices on it. It can be looked at and not used: a press in it would be a visit. */
export function StorefrontPreview({ account, wanted }: { account: MerchantAccount; wanted: Wanted }) {
  const { t } = useLingui();
  // Compared as text: the same choices are the same preview, whoever made the object.
  const rested = useDebounced(JSON.stringify(wanted));
  const query = useQuery({
    ...previewQuery(account.id, JSON.parse(rested) as Wanted),
    placeholderData: keepPreviousData,
  });
  const savedPage = `${new URL(account.storefront_url).pathname}/preview`;
  const next = query.data ?? (query.isError ? savedPage : undefined);
  const [shown, setShown] = useState<string>();
  // The page that is seen stays until the next one is there; a new frame, for a new address in the same one would be
  // a step of the browser's history.
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
