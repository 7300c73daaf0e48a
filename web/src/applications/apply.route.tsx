import { Trans, useLingui } from '@lingui/react/macro';
import { IconMailOpened } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, useLocation } from '@tanstack/react-router';
import type { ApplicationPage } from '@vitrine/contract/applications.ts';
import type { CSSProperties } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { imageSource } from '../format/images.ts';
import { failureText } from '../format/refusals.ts';
import { useIsFramed } from '../frame/reader.ts';
import { OfferedTerms } from '../invitations/OfferedTerms.tsx';
import { pageTitle } from '../theme/variant.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState, FailedState } from '../ui/EmptyState.tsx';
import { Avatar, Picture } from '../ui/Picture.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import { ApplyForm } from './ApplyForm.tsx';
import { applyPageQuery } from './apply.data.ts';
import styles from './apply.module.css';
import { OwnApplicationCard } from './OwnApplicationCard.tsx';

export default createLazyRoute('/open-frame/apply/$merchant')({ component: ApplyPage });

const route = getRouteApi('/open-frame/apply/$merchant');

/** The public page on which creators apply to a brand. With a code in the address, it shows the application of the code. */
function ApplyPage() {
  const { merchant } = route.useParams();
  const { hash } = useLocation();
  const isFramed = useIsFramed();
  const page = hash.startsWith('vta_') ? <OwnApplicationCard code={hash} /> : <Page merchant={merchant} />;
  if (isFramed) return <div className={classes(styles.main, styles.framed)}>{page}</div>;
  return (
    <div className={styles.layout}>
      <header className={styles.bar}>
        <Wordmark />
      </header>
      <main className={styles.main}>{page}</main>
    </div>
  );
}

function Page({ merchant }: { merchant: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(applyPageQuery(merchant));
  if (error instanceof ApiProblem && error.status === 404) return <NoBrandPage />;
  if (error)
    return (
      <FailedState
        icon={<IconMailOpened size={28} stroke={1.4} />}
        title={t`We couldn’t load this page`}
        action={
          <Button onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {t(failureText(error))}
      </FailedState>
    );
  if (!data)
    return (
      <Loading label={t`Loading the page`} className={styles.page}>
        <Bone tall="5rem" wide="80%" />
        <Bone tall="12rem" />
      </Loading>
    );
  return <BrandPage page={data} />;
}

function NoBrandPage() {
  const { t } = useLingui();
  return (
    <>
      <title>{pageTitle(t`Apply`)}</title>
      <EmptyState icon={<IconMailOpened size={28} stroke={1.4} />} title={t`There’s no such page`}>
        <Trans>Check the address for typos, or ask the brand for the right link.</Trans>
      </EmptyState>
    </>
  );
}

function BrandPage({ page }: { page: ApplicationPage }) {
  const { t } = useLingui();
  const { brand } = page;
  const { display_name: name } = brand;
  const picture = imageSource(page.picture);
  // React sets custom properties through the CSSOM, which the content security policy allows; CSSProperties lacks them.
  const style = (brand.accent ? { '--brand': brand.accent } : {}) as CSSProperties;
  return (
    <article className={styles.page} style={style}>
      <title>{pageTitle(t`Apply to ${name}`)}</title>
      {picture ? <Picture src={picture} name={name} className={styles.picture} /> : null}
      <div className={styles.brand}>
        <Avatar src={imageSource(brand.logo)} name={name} className={styles.logo} />
        <span>{name}</span>
      </div>
      <h1 className={styles.heading}>{page.open && page.headline ? page.headline : <Trans>Apply to {name}</Trans>}</h1>
      {page.open ? (
        <>
          {page.body ? <p className={styles.body}>{page.body}</p> : null}
          {page.offer ? <OfferedTerms invitation={page.offer} /> : null}
          <ApplyForm page={page} />
        </>
      ) : (
        <p>
          <Trans>{name} isn’t taking applications right now.</Trans>
        </p>
      )}
    </article>
  );
}
