import { Trans, useLingui } from '@lingui/react/macro';
import { IconExternalLink, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { FailedArea } from '../failures/FailedArea.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { type LegalSlug, legalTextQuery } from './legal.ts';
import { LegalArticle } from './LegalArticle.tsx';
import styles from './LegalDrawer.module.css';

/** The privacy policy or the terms of use in a drawer (S12). */
export function LegalDrawer({ slug, onClose }: { slug: LegalSlug; onClose: () => void }) {
  const { t } = useLingui();
  const query = useQuery(legalTextQuery(slug));
  return (
    <Drawer
      side="wide"
      title={slug === 'terms-of-use' ? t`Terms of use` : t`Privacy policy`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <a className={styles.own} href={`/pages/${slug}`} target="_blank" rel="noopener">
          <Trans>Open in a new tab</Trans>
          <IconExternalLink size={18} stroke={1.6} aria-hidden="true" />
        </a>
      }
    >
      {query.isPending ? (
        <Loading label={t`Loading the text`}>
          <Bone tall="12rem" />
        </Loading>
      ) : null}
      {query.isError ? (
        <FailedArea
          icon={<IconPlugConnectedX size={28} stroke={1.4} />}
          title={t`We couldn’t load the text`}
          error={query.error}
          retry={query.refetch}
        />
      ) : null}
      {query.data ? <LegalArticle text={query.data} onOwnPage={false} /> : null}
    </Drawer>
  );
}
