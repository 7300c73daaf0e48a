import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  IconDotsVertical,
  IconEye,
  IconEyeOff,
  IconFolder,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import type { Placement } from '@vitrine/contract/storefront.ts';
import { useDates } from '../accounts/dates.ts';
import { imageSource } from '../format/images.ts';
import { formatMoney } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { IconButton } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { LiveValue } from '../ui/Figure.tsx';
import { Hidden } from '../ui/Hidden.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { Picture } from '../ui/Picture.tsx';
import type { useSortable } from '../ui/sortable.ts';
import { menuIcon, MoveButtons } from './MoveButtons.tsx';
import { LinkTakedownNote } from '../takedowns/LinkTakedownNote.tsx';
import { earningText } from './earning-texts.ts';
import styles from './PlacementTile.module.css';

type Sortable = ReturnType<typeof useSortable>;
type PlacementTileProps = {
  placement: Placement;
  place: { index: number; total: number };
  isSeenFirst: boolean;
  sorting: {
    item: ReturnType<Sortable['item']>;
    handle: ReturnType<Sortable['handle']>;
    move: (by: number) => void;
    isFixed: boolean;
  };
  onToggle: () => void;
  onEdit: () => void;
  onCollect: (() => void) | undefined;
  onHits: () => void;
  onRemove: () => void;
};

/** One product on the storefront: its picture, its link and its clicks. */
export function PlacementTile({
  placement,
  place,
  isSeenFirst,
  sorting,
  onToggle,
  onEdit,
  onCollect,
  onHits,
  onRemove,
}: PlacementTileProps) {
  const { t } = useLingui();
  const { day } = useDates();
  const { product, hidden, short_url: url, takedown } = placement;
  const title = placement.title ?? product.title;
  return (
    <li {...sorting.item} className={classes(styles.tile, (hidden || takedown !== null) && styles.off)}>
      <div className={styles.window}>
        <Picture src={imageSource(product.image)} name={title} eager={isSeenFirst} />
        {hidden || takedown ? (
          <span className={styles.sign}>{takedown ? <Trans>Taken down</Trans> : <Trans>Hidden</Trans>}</span>
        ) : null}
        {sorting.isFixed ? null : (
          <IconButton
            {...sorting.handle}
            label={t`Move ${title} with the arrow keys`}
            className={classes(styles.over, styles.handle)}
          >
            <IconGripVertical size={20} stroke={1.6} aria-hidden="true" />
          </IconButton>
        )}
        <IconButton
          label={t`Show ${title} to shoppers`}
          aria-pressed={!hidden}
          onClick={onToggle}
          className={classes(styles.over, styles.eye)}
        >
          {hidden ? (
            <IconEyeOff size={20} stroke={1.6} aria-hidden="true" />
          ) : (
            <IconEye size={20} stroke={1.6} aria-hidden="true" />
          )}
        </IconButton>
      </div>
      <div className={styles.text}>
        <div className={styles.head}>
          <h3 className={styles.title}>{title}</h3>
          <TileMenu
            title={title}
            place={place}
            onMove={sorting.isFixed ? undefined : sorting.move}
            onEdit={onEdit}
            onCollect={onCollect}
            onRemove={onRemove}
          />
        </div>
        <p className={styles.price}>
          {formatMoney(product.price)}
          {product.in_stock ? null : (
            <span className={styles.stock}>
              <Trans>Sold out</Trans>
            </span>
          )}
        </p>
        <p className={styles.earns}>{earningText(product, day)}</p>
        {placement.note ? <p className={styles.note}>{placement.note}</p> : null}
        <Clicks placement={placement} onHits={onHits} />
        <div className={styles.share}>
          <span className={styles.url}>{url.replace(/^https?:\/\//, '')}</span>
          {takedown ? (
            <LinkTakedownNote takedown={takedown} />
          ) : (
            <CopyButton
              small
              wide
              look="quiet"
              text={url}
              label={t`Copy link`}
              copiedLabel={t`Copied`}
              failedLabel={t`Couldn’t copy`}
            />
          )}
        </div>
      </div>
    </li>
  );
}

function Clicks({
  placement: { clicks, clicks_last_30_days: recent, title, product },
  onHits,
}: {
  placement: Placement;
  onHits: () => void;
}) {
  const { t } = useLingui();
  const [all, lately, name] = [formatNumber(clicks), formatNumber(recent), title ?? product.title];
  return (
    <button type="button" className={styles.clicks} onClick={onHits} aria-haspopup="dialog">
      <strong>
        <LiveValue value={all} />
      </strong>{' '}
      <Plural value={clicks} one="click" other="clicks" />
      <span className={styles.lately}>
        <Plural value={recent} one={`${lately} in the last 30 days`} other={`${lately} in the last 30 days`} />
      </span>
      <Hidden>{t`: how clicks on ${name} were counted`}</Hidden>
    </button>
  );
}

type TileMenuProps = {
  title: string;
  place: { index: number; total: number };
  onMove: ((by: number) => void) | undefined;
  onEdit: () => void;
  onCollect: (() => void) | undefined;
  onRemove: () => void;
};

function TileMenu({ title, place: { index, total }, onMove, onEdit, onCollect, onRemove }: TileMenuProps) {
  const { t } = useLingui();
  return (
    <Menu
      label={t`Actions for ${title}`}
      trigger={(trigger) => (
        <IconButton {...trigger} label={t`More options for ${title}`} className={styles.more}>
          <IconDotsVertical size={20} stroke={1.6} aria-hidden="true" />
        </IconButton>
      )}
    >
      <MenuItem icon={<IconPencil {...menuIcon} />} onSelect={onEdit}>
        <Trans>Edit title and note</Trans>
      </MenuItem>
      {onCollect ? (
        <MenuItem icon={<IconFolder {...menuIcon} />} onSelect={onCollect}>
          <Trans>Move to a collection</Trans>
        </MenuItem>
      ) : null}
      {onMove ? <MoveButtons index={index} total={total} onMove={onMove} /> : null}
      <MenuItem icon={<IconTrash {...menuIcon} />} less onSelect={onRemove}>
        <Trans>Remove</Trans>
      </MenuItem>
    </Menu>
  );
}
