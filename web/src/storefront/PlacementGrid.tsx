import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { Placement } from '@vitrine/contract/storefront.ts';
import { ApiProblem } from '../api/problem.ts';
import { refusalText } from '../format/refusals.ts';
import { loadChunk } from '../api/chunk.ts';
import { hiddenClass } from '../ui/Hidden.tsx';
import { useSortable } from '../ui/sortable.ts';
import { say, sayThenDo } from '../ui/toasts.ts';
import { PlacementTile } from './PlacementTile.tsx';
import styles from './products.module.css';
import { usePlacementDeeds } from './storefront.data.ts';

const EditPlacement = lazy(() =>
  loadChunk(() => import('./EditPlacement.tsx')).then((part) => ({ default: part.EditPlacement })),
);
const LinkHits = lazy(() => loadChunk(() => import('./LinkHits.tsx')).then((part) => ({ default: part.LinkHits })));

type PlacementGridProps = { account: MerchantAccount; placements: readonly Placement[] };
type Opened = { what: 'edit' | 'hits'; placementId: string };

function titleOf(placement: Placement): string {
  return placement.title ?? placement.product.title;
}

/** The storefront as its shoppers meet it, in their order, with everything one can do to it. */
export function PlacementGrid({ account, placements }: PlacementGridProps) {
  const { t } = useLingui();
  const { change, remove } = usePlacementDeeds(account.id);
  const leaving = useRemovals((id) => remove.mutate(id, { onError: tell }));
  const [opened, setOpened] = useState<Opened>();
  const [moved, setMoved] = useState('');
  const shown = placements.filter((placement) => !leaving.ids.has(placement.id));
  const total = shown.length;

  function tell(error: Error): void {
    say(t(refusalText(error instanceof ApiProblem ? error.code : 'internal')));
  }
  const sortable = useSortable({
    ids: shown.map((placement) => placement.id),
    onMove: (id, place) => {
      const neighbour = shown[place];
      const placement = shown.find((each) => each.id === id);
      if (!neighbour || !placement) return;
      // A placement whose removal can still be undone keeps its place on the server, so places are counted with it.
      change.mutate({ id, change: { position: placements.indexOf(neighbour) } }, { onError: tell });
      const [title, at] = [titleOf(placement), place + 1];
      setMoved(t`${title}: place ${at} of ${total}`);
    },
  });
  const takeAway = (placement: Placement) => {
    const title = titleOf(placement);
    leaving.remove(placement.id, t`${title} is off your storefront. Its link goes on working.`, t`Undo`);
  };
  const open = placements.find((placement) => placement.id === opened?.placementId);
  return (
    <>
      <ul ref={sortable.list} className={styles.grid}>
        {shown.map((placement, index) => (
          <PlacementTile
            key={placement.id}
            placement={placement}
            place={{ index, total }}
            sorting={{
              item: sortable.item(placement.id),
              handle: sortable.handle(placement.id),
              move: (by) => sortable.move(placement.id, index + by),
            }}
            onToggle={() =>
              change.mutate({ id: placement.id, change: { hidden: !placement.hidden } }, { onError: tell })
            }
            onEdit={() => setOpened({ what: 'edit', placementId: placement.id })}
            onHits={() => setOpened({ what: 'hits', placementId: placement.id })}
            onRemove={() => takeAway(placement)}
          />
        ))}
      </ul>
      <p className={hiddenClass} role="status">
        {moved}
      </p>
      <Suspense>
        {open && opened?.what === 'edit' ? (
          <EditPlacement account={account} placement={open} onClose={() => setOpened(undefined)} />
        ) : null}
        {open && opened?.what === 'hits' ? (
          <LinkHits account={account} placement={open} onClose={() => setOpened(undefined)} />
        ) : null}
      </Suspense>
    </>
  );
}

/** Removals that can be taken back for a moment. Whoever leaves the page has decided. */
function useRemovals(removeNow: (id: string) => void) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const open = useRef(new Map<string, () => void>());
  useEffect(() => {
    const pending = open.current;
    return () => {
      for (const now of pending.values()) now();
    };
  }, []);
  const keep = (id: string) => setIds((kept) => new Set([...kept].filter((other) => other !== id)));
  const remove = (id: string, text: string, undoLabel: string) => {
    setIds((kept) => new Set([...kept, id]));
    const undo = () => {
      open.current.delete(id);
      keep(id);
    };
    const deed = () => {
      open.current.delete(id);
      removeNow(id);
    };
    open.current.set(id, sayThenDo(text, { label: undoLabel, run: undo }, deed));
  };
  return { ids, remove };
}
