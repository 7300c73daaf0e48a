import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileUnknown } from '@tabler/icons-react';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsFramed } from '../frame/reader.ts';
import { legalAddress, pageTitle, variant } from '../theme/variant.ts';
import { buttonClass } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import type { LegalText } from './legal.ts';
import { RetailerTexts } from '../theme/RetailerTexts.tsx';
import { LegalArticle } from './LegalArticle.tsx';
import styles from './page.module.css';

export default createLazyRoute('/open-frame/pages/$slug')({ component: StaticPage });

const route = getRouteApi('/open-frame/pages/$slug');

/** A page that anyone may read. */
function StaticPage() {
  const { text } = route.useLoaderData();
  return <Sheet>{text ? <Legal text={text} /> : <NoSuchPage />}</Sheet>;
}

function Sheet({ children }: { children: ReactNode }) {
  const isFramed = useIsFramed();
  if (isFramed) {
    return (
      <>
        {children}
        <Foot className={styles.framedFoot} />
      </>
    );
  }
  return (
    <div className={styles.sheet}>
      <header className={styles.head}>
        <Link to="/" className={styles.home} aria-label={variant.name}>
          <Wordmark />
        </Link>
      </header>
      <main className={styles.main}>{children}</main>
      <Foot />
    </div>
  );
}

function Foot({ className }: { className?: string | undefined }) {
  const { t } = useLingui();
  return (
    <footer className={classes(styles.foot, className)}>
      <nav aria-label={t`Legal texts`}>
        <Link to="/pages/$slug" params={{ slug: 'terms-of-use' }}>
          <Trans>Terms of use</Trans>
        </Link>
        <Link to="/pages/$slug" params={{ slug: 'privacy-policy' }}>
          <Trans>Privacy policy</Trans>
        </Link>
      </nav>
      <RetailerTexts />
    </footer>
  );
}

function Legal({ text }: { text: LegalText }) {
  const retailer = legalAddress(text.slug);
  return (
    <>
      <title>{pageTitle(text.title)}</title>
      <h1 className={styles.title}>{text.title}</h1>
      {retailer ? (
        <p className={styles.retailer}>
          <Trans>
            The retailer’s own page also applies to this storefront: <a href={retailer}>{retailer}</a>
          </Trans>
        </p>
      ) : null}
      <LegalArticle text={text} onOwnPage />
    </>
  );
}

function NoSuchPage() {
  const { t } = useLingui();
  return (
    <>
      <title>{pageTitle(t`Page not found`)}</title>
      <h1 className={styles.title}>
        <Trans>Page not found</Trans>
      </h1>
      <EmptyState
        icon={<IconFileUnknown size={28} stroke={1.4} />}
        title={t`There’s no page at this address`}
        action={
          <>
            <Link to="/" className={buttonClass()}>
              <Trans>Go to the portal</Trans>
            </Link>
            <Link to="/pages/$slug" params={{ slug: 'terms-of-use' }} className={buttonClass({ look: 'quiet' })}>
              <Trans>Terms of use</Trans>
            </Link>
          </>
        }
      >
        <Trans>It may have moved, or the address may be incomplete.</Trans>
      </EmptyState>
    </>
  );
}
