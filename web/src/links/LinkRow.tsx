import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconArrowRight, IconDotsVertical, IconLinkOff, IconLink, IconPencil, IconQrcode } from '@tabler/icons-react';
import type { Link } from '@vitrine/contract/links.ts';
import { useDates } from '../accounts/dates.ts';
import { formatMoney } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import { IconButton } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { LiveValue } from '../ui/Figure.tsx';
import { Hidden } from '../ui/Hidden.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import rows from '../storefront/rows.module.css';
import { LinkTakedownNote } from '../takedowns/LinkTakedownNote.tsx';
import { menuIcon } from '../storefront/MoveButtons.tsx';
import styles from './LinkRow.module.css';

export type LinkAction = 'edit' | 'code' | 'hits';

/** A link without a title is named after its destination. */
export function nameOf({ title, destination }: Link): string {
  return title || destination.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

type LinkRowProps = { link: Link; onOpen: (action: LinkAction) => void; onToggle: () => void };

/** One link: its code, destination and figures. */
export function LinkRow({ link, onOpen, onToggle }: LinkRowProps) {
  const { t } = useLingui();
  const name = nameOf(link);
  return (
    <li className={classes(rows.row, styles.link, link.disabled && rows.off)}>
      <div className={rows.text}>
        <h2 className={styles.name}>
          {name}
          {link.takedown ? (
            <span className={rows.sign}>
              <Trans>Taken down</Trans>
            </span>
          ) : null}
          {link.disabled ? (
            <span className={rows.sign}>
              <Trans>Off</Trans>
            </span>
          ) : null}
        </h2>
        <p className={styles.url}>{link.short_url.replace(/^https?:\/\//, '')}</p>
        <p className={styles.leads}>
          <IconArrowRight size={16} stroke={1.6} aria-hidden="true" />
          <Hidden>{t`opens`} </Hidden>
          <span>{link.destination.replace(/^https?:\/\//, '')}</span>
        </p>
        {link.takedown ? <LinkTakedownNote takedown={link.takedown} /> : null}
      </div>
      <Figures link={link} name={name} onHits={() => onOpen('hits')} />
      <div className={rows.actions}>
        {link.takedown ? null : (
          <>
            <CopyButton
              small
              look="quiet"
              text={link.short_url}
              label={t`Copy link`}
              copiedLabel={t`Copied`}
              failedLabel={t`Couldn’t copy`}
            />
            <IconButton label={t`QR code for ${name}`} aria-haspopup="dialog" onClick={() => onOpen('code')}>
              <IconQrcode size={21} stroke={1.6} aria-hidden="true" />
            </IconButton>
          </>
        )}
        <RowMenu name={name} isOff={link.disabled} onEdit={() => onOpen('edit')} onToggle={onToggle} />
      </div>
    </li>
  );
}

function Figures({ link, name, onHits }: { link: Link; name: string; onHits: () => void }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const [clicks, week, month] = [link.clicks, link.clicks_last_7_days, link.clicks_last_30_days].map((count) =>
    formatNumber(count),
  );
  return (
    <div className={classes(styles.figures, rows.figures)}>
      <button type="button" className={styles.clicks} onClick={onHits} aria-haspopup="dialog">
        <strong>
          <LiveValue value={clicks ?? ''} />
        </strong>{' '}
        <Plural value={link.clicks} one="click" other="clicks" />
        <Hidden>{t`: how clicks on ${name} were counted`}</Hidden>
      </button>
      <dl className={styles.facts}>
        <div>
          <dt>
            <Trans>Last 7 days</Trans>
          </dt>
          <dd>{week}</dd>
        </div>
        <div>
          <dt>
            <Trans>Last 30 days</Trans>
          </dt>
          <dd>{month}</dd>
        </div>
        <div>
          <dt>
            <Trans>Earned</Trans>
          </dt>
          <dd>{formatMoney(link.earned)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Last click</Trans>
          </dt>
          <dd>{link.last_click_at ? moment(link.last_click_at) : '–'}</dd>
        </div>
      </dl>
    </div>
  );
}

type RowMenuProps = { name: string; isOff: boolean; onEdit: () => void; onToggle: () => void };

function RowMenu({ name, isOff, onEdit, onToggle }: RowMenuProps) {
  const { t } = useLingui();
  return (
    <Menu
      label={t`Actions for ${name}`}
      trigger={(trigger) => (
        <IconButton {...trigger} label={t`More options for ${name}`}>
          <IconDotsVertical size={20} stroke={1.6} aria-hidden="true" />
        </IconButton>
      )}
    >
      <MenuItem icon={<IconPencil {...menuIcon} />} onSelect={onEdit}>
        <Trans>Edit title or destination</Trans>
      </MenuItem>
      {isOff ? (
        <MenuItem icon={<IconLink {...menuIcon} />} onSelect={onToggle}>
          <Trans>Turn on</Trans>
        </MenuItem>
      ) : (
        <MenuItem icon={<IconLinkOff {...menuIcon} />} less onSelect={onToggle}>
          <Trans>Turn off</Trans>
        </MenuItem>
      )}
    </Menu>
  );
}
