import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { Collection, Placement } from '@vitrine/contract/storefront.ts';
import { loadChunk } from '../api/chunk.ts';
import { failureText } from '../format/refusals.ts';
import { hiddenClass } from '../ui/Hidden.tsx';
import { nearEnd } from '../ui/near-end.ts';
import { ShowMore } from '../ui/ShowMore.tsx';
import { useSortable } from '../ui/sortable.ts';
import { showToast } from '../ui/toasts.ts';
import { seenFirst } from './first-seen.ts';
import { PlacementTile } from './PlacementTile.tsx';
import { useDeferredMount } from '../ui/deferred-mount.ts';
import styles from './products.module.css';
import { useRemovals } from './removals.ts';
import { usePlacementMutations } from './storefront.data.ts';

const EditPlacement = lazy(() =>
  loadChunk(() => import('./EditPlacement.tsx')).then((part) => ({ default: part.EditPlacement })),
);
const MovePlacement = lazy(() =>
  loadChunk(() => import('./MovePlacement.tsx')).then((part) => ({ default: part.MovePlacement })),
);
const LinkHits = lazy(() =>
  loadChunk(() => import('../links/LinkHits.tsx')).then((part) => ({ default: part.LinkHits })),
);

type PlacementGridProps = {
  account: MerchantAccount;
  placements: readonly Placement[];
  collections: readonly Collection[];
  /** The number of placements of the whole storefront. */
  total: number;
  /** A search hides some placements, so their order cannot be changed. */
  isNarrowed: boolean;
  /** The rest of the placements, which are loaded near the end of the page. */
  more: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
};
type What = 'edit' | 'hits' | 'move';
type Opened = { what: What; placementId: string };

function titleOf(placement: Placement): string {
  return placement.title ?? placement.product.title;
}

/** The storefront's placements in the order that shoppers see, with their actions. */
export function PlacementGrid({ account, placements, collections, total, isNarrowed, more }: PlacementGridProps) {
  const { t } = useLingui();
  const { change, remove } = usePlacementMutations(account.id);
  const leaving = useRemovals((id) => remove.mutate(id, { onError: showError }));
  const [opened, setOpened] = useState<Opened>();
  const [moved, setMoved] = useState('');
  function showError(error: Error): void {
    showToast(t(failureText(error)));
  }
  const removeWithUndo = (placement: Placement) => {
    const title = titleOf(placement);
    leaving.remove(placement.id, t`${title} was removed from your storefront. Its link still works.`, t`Undo`);
  };
  const open = placements.find((placement) => placement.id === opened?.placementId);
  const close = () => setOpened(undefined);
  const isLater = useDeferredMount();
  // After a failure, only the button tries again.
  const loadNearEnd = () => {
    if (!more.isFetchingNextPage && !more.isFetchNextPageError) void more.fetchNextPage();
  };
  const counts = isNarrowed ? undefined : { collections, total };
  const groups = groupsOf(placements, collections, more.hasNextPage).filter(({ seen }) => isLater || seen > 0);
  return (
    <>
      {groups.map(({ collection, within, seen, isWhole }) => (
        <Group
          key={collection?.id ?? 'none'}
          collection={collection}
          placements={within}
          count={isWhole || !counts ? within.length : countOf(collection, counts)}
          seen={seen}
          isLater={isLater}
          leaving={leaving.ids}
          isFixed={isNarrowed}
          hasCollections={collections.length > 0}
          actions={{
            onMove: (placement, position) =>
              change.mutate({ id: placement.id, change: { position } }, { onError: showError }),
            onMoved: setMoved,
            onToggle: (placement) =>
              change.mutate({ id: placement.id, change: { hidden: !placement.hidden } }, { onError: showError }),
            onOpen: (what, placement) => setOpened({ what, placementId: placement.id }),
            onRemove: removeWithUndo,
          }}
        />
      ))}
      {isLater ? <ShowMore query={more} ref={nearEnd(loadNearEnd)} /> : null}
      <p className={hiddenClass} role="status">
        {moved}
      </p>
      <Suspense>
        {open && opened?.what === 'edit' ? <EditPlacement account={account} placement={open} onClose={close} /> : null}
        {open && opened?.what === 'move' ? (
          <MovePlacement account={account} placement={open} collections={collections} onClose={close} />
        ) : null}
        {open && opened?.what === 'hits' ? (
          <LinkHits
            accountId={account.id}
            link={{ id: open.link_id, title: titleOf(open), url: open.short_url, takedown: open.takedown }}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/**
 * The collections in order, each with its placements and the number of them that are visible first. While more
 * placements follow, the last collection may not be whole, and those after it are left out.
 */
function groupsOf(placements: readonly Placement[], collections: readonly Collection[], hasMore: boolean) {
  let room = seenFirst();
  const sections = [undefined, ...collections];
  const lastId = placements.at(-1)?.collection_id ?? null;
  const last = sections.findIndex((collection) => (collection?.id ?? null) === lastId);
  return sections.slice(0, hasMore ? last + 1 : undefined).map((collection, index) => {
    const within = placements.filter((placement) => placement.collection_id === (collection?.id ?? null));
    const seen = Math.min(room, within.length);
    room -= seen;
    return { collection, within, seen, isWhole: !hasMore || index < last };
  });
}

type Counts = { collections: readonly Collection[]; total: number };

/** How many placements a collection has, or how many are in none. */
function countOf(collection: Collection | undefined, { collections, total }: Counts): number {
  return collection?.products ?? collections.reduce((rest, { products }) => rest - products, total);
}

type GroupActions = {
  onMove: (placement: Placement, position: number) => void;
  onMoved: (announcement: string) => void;
  onToggle: (placement: Placement) => void;
  onOpen: (what: What, placement: Placement) => void;
  onRemove: (placement: Placement) => void;
};
type GroupProps = {
  collection: Collection | undefined;
  placements: readonly Placement[];
  /** How many it has, including those that are not loaded yet. */
  count: number;
  seen: number;
  isLater: boolean;
  leaving: ReadonlySet<string>;
  isFixed: boolean;
  hasCollections: boolean;
  actions: GroupActions;
};

/** The placements of one collection, or of none. */
function Group({
  collection,
  placements,
  count,
  seen,
  isLater,
  leaving,
  isFixed,
  hasCollections,
  actions,
}: GroupProps) {
  const { t } = useLingui();
  const standing = placements.filter((placement) => !leaving.has(placement.id));
  const total = Math.max(count, placements.length) - (placements.length - standing.length);
  const shown = isLater ? standing : standing.slice(0, seen);
  const sortable = useSortable({
    ids: shown.map((placement) => placement.id),
    onMove: (id, place) => {
      const neighbour = shown[place];
      const placement = shown.find((each) => each.id === id);
      if (!neighbour || !placement) return;
      // A placement whose removal can still be undone keeps its position on the server, so it counts here too.
      actions.onMove(placement, placements.indexOf(neighbour));
    },
    announce: (id, place) => {
      const placement = shown.find((each) => each.id === id);
      const [title, at] = [placement ? titleOf(placement) : '', place + 1];
      actions.onMoved(t`${title}: position ${at} of ${total}`);
    },
  });
  if (total === 0 && (isFixed || collection === undefined)) return null;
  return (
    <section className={styles.group}>
      <h2 className={collection ? styles.heading : hiddenClass}>
        {collection ? collection.title : <Trans>Not in a collection</Trans>}
        {collection?.hidden ? (
          <span className={styles.sign}>
            <Trans>Hidden</Trans>
          </span>
        ) : null}
      </h2>
      {total === 0 ? (
        <p className={styles.none}>
          <Trans>No products yet, so shoppers don’t see this collection.</Trans>
        </p>
      ) : null}
      <ul ref={sortable.list} className={styles.grid}>
        {shown.map((placement, index) => (
          <PlacementTile
            key={placement.id}
            placement={placement}
            place={{ index, total }}
            isSeenFirst={index < seen}
            sorting={{
              item: sortable.item(placement.id),
              handle: sortable.handle(placement.id),
              move: (by) => sortable.move(placement.id, index + by),
              isFixed,
            }}
            onToggle={() => actions.onToggle(placement)}
            onEdit={() => actions.onOpen('edit', placement)}
            onCollect={hasCollections ? () => actions.onOpen('move', placement) : undefined}
            onHits={() => actions.onOpen('hits', placement)}
            onRemove={() => actions.onRemove(placement)}
          />
        ))}
      </ul>
    </section>
  );
}
