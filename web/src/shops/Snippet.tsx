import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OrderSource } from '@vitrine/contract/connections.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { CopyValue } from './CopyValue.tsx';
import styles from './shops.module.css';
import { snippetQuery } from './snippet.data.ts';

type ShopSnippetProps = { merchant: string; way: OrderSource };

/** The script that keeps the click id in the shop until the checkout, to paste into its pages. */
export function ShopSnippet({ merchant, way }: ShopSnippetProps) {
  const { t } = useLingui();
  const query = useQuery(snippetQuery(merchant));
  const snippet = query.data;
  return (
    <section className={desk.section} aria-labelledby="snippet">
      <div className={desk.sectionHead}>
        <h2 id="snippet">
          <Trans>Shop snippet</Trans>
        </h2>
        <a href="/docs/snippet" target="_blank" rel="noopener">
          <Trans>Guide to the snippet</Trans>
        </a>
      </div>
      <p className={desk.quiet}>
        <Trans>
          A small script that keeps the click from a creator’s link until the shopper orders. Without it, your orders
          can’t say which link they came from. It sends us nothing.
        </Trans>
      </p>
      <QueryState query={query} rows={1} loading={t`Loading your snippet`} failed={t`We couldn’t load your snippet`} />
      {snippet ? (
        <>
          <p>
            {way === 'shopify' ? (
              <Trans>
                Paste this tag into the head of <code>theme.liquid</code> in your theme.
              </Trans>
            ) : way === 'woocommerce' ? (
              <Trans>
                The plugin adds this tag by itself. Without the plugin, paste it into the head of every page of your
                shop.
              </Trans>
            ) : (
              <Trans>Paste this tag into the head of every page of your shop.</Trans>
            )}
          </p>
          <CopyValue copyLabel={t`Copy tag`}>{snippet.tag}</CopyValue>
          {way === 'api' ? (
            <>
              <p>
                <Trans>
                  Add this field to the form of your checkout, and report its value as <code>click_id</code> with the
                  order.
                </Trans>
              </p>
              <CopyValue copyLabel={t`Copy field`}>{snippet.form_field}</CopyValue>
            </>
          ) : null}
          <details className={desk.fold}>
            <summary>
              <Trans>Use Google Tag Manager instead</Trans>
            </summary>
            <div className={styles.value}>
              <p>
                <Trans>
                  Create a tag of the type <strong>Custom HTML</strong> with this text, and let it run on all pages.
                </Trans>
              </p>
              <CopyValue copyLabel={t`Copy tag manager text`}>{snippet.tag_manager}</CopyValue>
            </div>
          </details>
          {way === 'shopify' ? <Pixel text={snippet.pixel} /> : null}
        </>
      ) : null}
    </section>
  );
}

function Pixel({ text }: { text: string }) {
  const { t } = useLingui();
  return (
    <details className={desk.fold}>
      <summary>
        <Trans>If you can’t edit your theme</Trans>
      </summary>
      <div className={styles.value}>
        <p>
          <Trans>
            Create a custom pixel in Shopify under <strong>Customer events</strong> with this text. It only keeps the
            click in a cookie: a pixel can’t write to the cart. Orders of a later visit still need the tag in the theme.
          </Trans>
        </p>
        <CopyValue copyLabel={t`Copy pixel`}>{text}</CopyValue>
      </div>
    </details>
  );
}
