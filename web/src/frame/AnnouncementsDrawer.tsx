import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Announcements } from '../announcements/Announcements.tsx';
import { formatCapped } from '../format/numbers.ts';
import { unreadNotificationsQuery } from '../notifications/notifications.count.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { useDrawer } from './drawers.ts';

/** A creator's announcements, and the way to the notifications. */
export function AnnouncementsDrawer() {
  const { t } = useLingui();
  const { open, close } = useDrawer();
  const { data: unread = 0 } = useQuery(unreadNotificationsQuery());
  const count = formatCapped(unread);
  return (
    <Drawer title={t`Announcements`} closeLabel={t`Close`} onClose={close}>
      <Announcements
        more={
          <Button look="quiet" small aria-haspopup="dialog" onClick={() => open('notifications')}>
            {unread > 0 ? <Trans>Notifications ({count})</Trans> : <Trans>Notifications</Trans>}
          </Button>
        }
      />
    </Drawer>
  );
}
