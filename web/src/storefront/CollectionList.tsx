import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  IconDotsVertical,
  IconEye,
  IconEyeOff,
  IconGripVertical,
  IconListCheck,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { Collection } from '@vitrine/contract/storefront.ts';
import { loadChunk } from '../api/chunk.ts';
import { imageSource } from '../format/images.ts';
import { formatNumber } from '../format/numbers.ts';
import { failureText } from '../format/refusals.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Hidden, hiddenClass } from '../ui/Hidden.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { Picture } from '../ui/Picture.tsx';
import { useSortable } from '../ui/sortable.ts';
import { showToast } from '../ui/toasts.ts';
import { useCollectionMutations } from './collections.data.ts';
import { useRemovals } from './removals.ts';
import { menuIcon, MoveButtons } from './MoveButtons.tsx';
import styles from './rows.module.css';

const RemoveCollection = lazy(() =>
  loadChunk(() => import('./RemoveCollection.tsx')).then((part) => ({ default: part.RemoveCollection })),
);

export type CollectionAction = 'name' | 'fill';

type CollectionListProps = {
  account: MerchantAccount;
  collections: readonly Collection[];
  onOpen: (action: CollectionAction, collection: Collection) => void;
};

/** The collections of a storefront in the order that shoppers see. */
export function CollectionList({ account, collections, onOpen }: CollectionListProps) {
  const { t } = useLingui();
  const { change, remove } = useCollectionMutations(account.id);
  const [removingId, setRemovingId] = useState<string>();
  const [moved, setMoved] = useState('');
  const showError = (error: Error) => showToast(t(failureText(error)));
  const leaving = useRemovals((id) => remove.mutate({ id, products: 'keep' }, { onError: showError }));
  const shown = collections.filter((collection) => !leaving.ids.has(collection.id));
  const total = shown.length;
  const sortable = useSortable({
    ids: shown.map((collection) => collection.id),
    onMove: (id, place) => {
      const neighbour = shown[place];
      if (!neighbour) return;
      change.mutate({ id, change: { position: collections.indexOf(neighbour) } }, { onError: showError });
    },
    announce: (id, place) => {
      const [title, at] = [shown.find((each) => each.id === id)?.title ?? '', place + 1];
      setMoved(t`${title}: position ${at} of ${total}`);
    },
  });
  const removeWithUndo = ({ id, title }: Collection, products: 'keep' | 'remove') => {
    setRemovingId(undefined);
    leaving.remove(id, t`Collection ${title} removed.`, t`Undo`, () =>
      remove.mutate({ id, products }, { onError: showError }),
    );
  };
  const toRemove = shown.find((collection) => collection.id === removingId);
  return (
    <>
      <ul ref={sortable.list} className={styles.rows}>
        {shown.map((collection, index) => (
          <Row
            key={collection.id}
            collection={collection}
            place={{ index, total }}
            item={sortable.item(collection.id)}
            handle={sortable.handle(collection.id)}
            onMove={(by) => sortable.move(collection.id, index + by)}
            onToggle={() =>
              change.mutate({ id: collection.id, change: { hidden: !collection.hidden } }, { onError: showError })
            }
            onOpen={(action) => onOpen(action, collection)}
            onRemove={() =>
              collection.products > 0 ? setRemovingId(collection.id) : removeWithUndo(collection, 'keep')
            }
          />
        ))}
      </ul>
      <p className={hiddenClass} role="status">
        {moved}
      </p>
      <Suspense>
        {toRemove ? (
          <RemoveCollection
            collection={toRemove}
            onClose={() => setRemovingId(undefined)}
            onRemove={(products) => removeWithUndo(toRemove, products)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

type Sortable = ReturnType<typeof useSortable>;
type RowProps = {
  collection: Collection;
  place: { index: number; total: number };
  item: ReturnType<Sortable['item']>;
  handle: ReturnType<Sortable['handle']>;
  onMove: (by: number) => void;
  onToggle: () => void;
  onOpen: (action: CollectionAction) => void;
  onRemove: () => void;
};

function Row({ collection, item, handle, onToggle, onOpen, ...menu }: RowProps) {
  const { t } = useLingui();
  const { title, hidden, products, pictures } = collection;
  const count = formatNumber(products);
  return (
    <li {...item} className={classes(styles.row, styles.collection, hidden && styles.off)}>
      <IconButton {...handle} label={t`Move ${title} with the arrow keys`} className={styles.handle}>
        <IconGripVertical size={20} stroke={1.6} aria-hidden="true" />
      </IconButton>
      <div className={styles.text}>
        <h2 className={styles.title}>
          {title}
          {hidden ? (
            <span className={styles.sign}>
              <Trans>Hidden</Trans>
            </span>
          ) : null}
        </h2>
        <p className={styles.about}>
          <Plural value={products} one={`${count} product`} other={`${count} products`} />
        </p>
      </div>
      <div className={styles.pictures}>
        {pictures.map(({ title: name, image }, place) => (
          <Picture key={place} src={imageSource(image)} name={name} className={styles.picture} />
        ))}
      </div>
      <div className={styles.actions}>
        <Button small look="quiet" onClick={() => onOpen('fill')}>
          <IconListCheck size={18} stroke={1.6} aria-hidden="true" />
          <Trans>Choose products</Trans>
          <Hidden>{t` for {title}`}</Hidden>
        </Button>
        <IconButton label={t`Show ${title} to shoppers`} aria-pressed={!hidden} onClick={onToggle}>
          {hidden ? (
            <IconEyeOff size={20} stroke={1.6} aria-hidden="true" />
          ) : (
            <IconEye size={20} stroke={1.6} aria-hidden="true" />
          )}
        </IconButton>
        <RowMenu title={title} onRename={() => onOpen('name')} {...menu} />
      </div>
    </li>
  );
}

type RowMenuProps = Pick<RowProps, 'place' | 'onMove' | 'onRemove'> & { title: string; onRename: () => void };

function RowMenu({ title, place: { index, total }, onRename, onMove, onRemove }: RowMenuProps) {
  const { t } = useLingui();
  return (
    <Menu
      label={t`Actions for ${title}`}
      trigger={(trigger) => (
        <IconButton {...trigger} label={t`More options for ${title}`}>
          <IconDotsVertical size={20} stroke={1.6} aria-hidden="true" />
        </IconButton>
      )}
    >
      <MenuItem icon={<IconPencil {...menuIcon} />} onSelect={onRename}>
        <Trans>Rename</Trans>
      </MenuItem>
      <MoveButtons index={index} total={total} onMove={onMove} />
      <MenuItem icon={<IconTrash {...menuIcon} />} less onSelect={onRemove}>
        <Trans>Remove</Trans>
      </MenuItem>
    </Menu>
  );
}
