import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProductFeed } from '@vitrine/contract/catalogue.feeds.ts';
import { useEffect, useState } from 'react';
import desk from '../consoles/Console.module.css';
import { QueryState, Refused } from '../consoles/QueryStates.tsx';
import { useDates } from '../accounts/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { showToast } from '../ui/toasts.ts';
import styles from './catalogue.module.css';
import { feedIntervals, hoursOf, intervalNames } from './feed-texts.ts';
import { FeedForm } from './FeedForm.tsx';
import { FeedRuns } from './FeedRuns.tsx';
import { feedQuery, useProductFeed } from './feeds.data.ts';

type FeedSheetProps = { merchant: string; onClose: () => void };

/** The address that products are imported from on a schedule: set up, watch, pause, change and remove it. */
export function FeedSheet({ merchant, onClose }: FeedSheetProps) {
  const { t } = useLingui();
  const query = useQuery(feedQuery(merchant));
  const [isEditing, setEditing] = useState(false);
  const feed = query.data;
  useCatalogueAfter(merchant, feed?.runs[0]?.id);
  return (
    <Drawer title={t`Product feed`} closeLabel={t`Close`} onClose={onClose}>
      <div className={desk.story}>
        <QueryState
          query={query}
          loading={t`Loading product feed`}
          failed={t`We couldn’t load your product feed`}
          rows={3}
        />
        {feed === null || (feed && isEditing) ? (
          <FeedForm merchant={merchant} feed={feed} onSaved={() => setEditing(false)} />
        ) : null}
        {feed && isEditing ? (
          <div>
            <Button look="quiet" onClick={() => setEditing(false)}>
              <Trans>Keep the current address</Trans>
            </Button>
          </div>
        ) : null}
        {feed && !isEditing ? <FeedView merchant={merchant} feed={feed} onEdit={() => setEditing(true)} /> : null}
      </div>
    </Drawer>
  );
}

/** Fetches the catalog and its imports again after a run. */
function useCatalogueAfter(merchant: string, runId: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (runId !== undefined) void queryClient.invalidateQueries({ queryKey: ['brand', merchant] });
  }, [queryClient, merchant, runId]);
}

type FeedViewProps = { merchant: string; feed: ProductFeed; onEdit: () => void };

function FeedView({ merchant, feed, onEdit }: FeedViewProps) {
  const { t } = useLingui();
  const { change, importing, remove } = useProductFeed(merchant);
  const isOn = feed.state === 'on';
  const isBusy = feed.is_fetching;
  return (
    <>
      <section className={desk.part} aria-label={t`Address`}>
        <p className={styles.feedAddress}>{feed.url}</p>
        <p className={desk.quiet} role="status">
          <NextRun feed={feed} isBusy={isBusy} />
        </p>
        {feed.stopped && isOn ? (
          <StoppedFeed
            stopped={feed.stopped}
            busy={importing.isPending || isBusy}
            onConfirm={() => importing.mutate(true)}
          />
        ) : null}
        <SelectField
          label={t`How often we fetch it`}
          choices={feedIntervals.map((value) => ({ value, label: t(intervalNames[value]) }))}
          value={String(feed.every_hours)}
          disabled={change.isPending}
          onChange={({ target }) => change.mutate({ every_hours: hoursOf(target.value) })}
        />
        <Refused error={change.error ?? importing.error ?? remove.error} />
        <div className={desk.actions}>
          {isOn ? (
            <Button busy={importing.isPending || isBusy} onClick={() => importing.mutate(false)}>
              <Trans>Fetch now</Trans>
            </Button>
          ) : null}
          <Button look="quiet" busy={change.isPending} onClick={() => change.mutate({ state: isOn ? 'paused' : 'on' })}>
            {isOn ? <Trans>Pause feed</Trans> : <Trans>Resume feed</Trans>}
          </Button>
          <Button look="quiet" onClick={onEdit}>
            <Trans>Change address</Trans>
          </Button>
          <RemoveFeed
            busy={remove.isPending}
            onConfirm={() => remove.mutate(undefined, { onSuccess: () => showToast(t`Product feed removed.`) })}
          />
        </div>
      </section>
      <FeedRuns runs={feed.runs} />
    </>
  );
}

function NextRun({ feed, isBusy }: { feed: ProductFeed; isBusy: boolean }) {
  const { moment } = useDates();
  if (feed.next_run_at === null) return <Trans>Paused. Your catalog stays as it is.</Trans>;
  if (isBusy) return <Trans>Fetching it now…</Trans>;
  const at = moment(feed.next_run_at);
  return <Trans>Next fetched {at}</Trans>;
}

type StoppedFeedProps = { stopped: NonNullable<ProductFeed['stopped']>; busy: boolean; onConfirm: () => void };

/** A feed that lost most of its products changes nothing until someone confirms that this is right. */
function StoppedFeed({ stopped, busy, onConfirm }: StoppedFeedProps) {
  const [products, before] = [formatNumber(stopped.products), formatNumber(stopped.before)];
  return (
    <div role="alert" className={classes(desk.alert, styles.stoppedFeed)}>
      <p>
        <Trans>
          The feed has only {products} of the {before} products that it had last time, so we changed nothing. If that’s
          right, the others will be archived.
        </Trans>
      </p>
      <Button look="quiet" small busy={busy} onClick={onConfirm}>
        <Trans>Import it anyway</Trans>
      </Button>
    </div>
  );
}

/** Asks for a second click in the same place. */
function RemoveFeed({ busy, onConfirm }: { busy: boolean; onConfirm: () => void }) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <Button look="quiet" onClick={() => setAsking(true)}>
        <Trans>Remove feed</Trans>
      </Button>
    );
  return (
    <Button look="quiet" busy={busy} onClick={onConfirm}>
      <Trans>Remove it; products stay</Trans>
    </Button>
  );
}
