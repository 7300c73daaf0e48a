import { Trans, useLingui } from '@lingui/react/macro';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { readLinkHits } from '@vitrine/contract/links.ts';
import type { LinkTakedown } from '@vitrine/contract/values/link-takedown.ts';
import { useDates } from '../accounts/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import { FailedArea } from '../failures/FailedArea.tsx';
import { LinkTakedownNote } from '../takedowns/LinkTakedownNote.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { hitName, hitOrigin, hitReason } from './hit-texts.ts';
import { linkHitsQuery } from './hits.data.ts';
import styles from '../storefront/drawers.module.css';

type LinkHitsProps = {
  accountId: string;
  link: { id: string; title: string; url: string; takedown: LinkTakedown | null };
  onClose: () => void;
};
type Hits = DataOf<typeof readLinkHits>;

/** How every request to a link was classified: counted, or why not. */
export function LinkHits({ accountId, link, onClose }: LinkHitsProps) {
  const { t } = useLingui();
  const query = useQuery(linkHitsQuery(accountId, link.id));
  return (
    <Drawer title={t`How clicks were counted`} closeLabel={t`Close`} onClose={onClose}>
      <div className={styles.shared}>
        <p className={styles.title}>{link.title}</p>
        <p className={styles.url}>{link.url.replace(/^https?:\/\//, '')}</p>
        {link.takedown ? (
          <LinkTakedownNote takedown={link.takedown} />
        ) : (
          <CopyButton
            small
            look="quiet"
            text={link.url}
            label={t`Copy link`}
            copiedLabel={t`Copied`}
            failedLabel={t`Couldn’t copy`}
          />
        )}
      </div>
      {query.isPending ? (
        <Loading label={t`Loading clicks`} className={styles.form}>
          <Bone tall="6rem" />
          <Bone tall="10rem" />
        </Loading>
      ) : null}
      {query.isError && !query.data ? (
        <FailedArea
          icon={<IconLink size={28} stroke={1.4} />}
          title={t`We couldn’t load the clicks`}
          error={query.error}
          retry={query.refetch}
        />
      ) : null}
      {query.data ? <Account hits={query.data} /> : null}
    </Drawer>
  );
}

function Account({ hits }: { hits: Hits }) {
  const { t } = useLingui();
  if (hits.classes.length === 0) {
    return (
      <EmptyState icon={<IconLink size={28} stroke={1.4} />} title={t`No clicks yet`}>
        <Trans>Share the link with your followers. The first click appears here within a second.</Trans>
      </EmptyState>
    );
  }
  const groups = [...Map.groupBy(hits.classes, (each) => each.class)]
    .map(([kind, parts]) => ({
      kind,
      hits: parts.reduce((sum, part) => sum + part.hits, 0),
      counted: parts.some((part) => part.counted),
    }))
    .toSorted((a, b) => Number(b.counted) - Number(a.counted) || b.hits - a.hits);
  return (
    <div className={styles.account}>
      <Groups heading={t`Counted as clicks`} groups={groups.filter((group) => group.counted)} />
      <Groups heading={t`Not counted`} groups={groups.filter((group) => !group.counted)} />
      <Recent recent={hits.recent} />
    </div>
  );
}

function Groups({
  heading,
  groups,
}: {
  heading: string;
  groups: readonly { kind: string; hits: number; counted: boolean }[];
}) {
  if (groups.length === 0) return null;
  return (
    <section>
      <h3>{heading}</h3>
      <dl className={styles.groups}>
        {groups.map(({ kind, hits, counted }) => (
          <div key={kind} className={styles.group} data-counted={counted || undefined}>
            <dt>{hitName(kind)}</dt>
            <dd className={styles.count}>{formatNumber(hits)}</dd>
            <dd className={styles.why}>{hitReason(kind)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Recent({ recent }: { recent: Hits['recent'] }) {
  const { i18n } = useLingui();
  const { moment } = useDates();
  if (recent.length === 0) return null;
  return (
    <section>
      <h3>
        <Trans>Latest</Trans>
      </h3>
      <ol className={styles.recent}>
        {recent.map((hit, index) => (
          // Two hits can be identical in all their fields, so the index is part of the key.
          <li key={`${hit.at} ${index}`} data-counted={hit.counted || undefined}>
            <span className={styles.at}>{moment(hit.at)}</span>
            <span>{hitName(hit.class)}</span>
            <span className={styles.from}>{hitOrigin(hit, i18n.locale)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
