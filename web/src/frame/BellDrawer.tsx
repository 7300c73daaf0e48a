import { Trans } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { formatCapped } from '../format/numbers.ts';
import { NotificationsDrawer } from '../notifications/NotificationsDrawer.tsx';
import { Button } from '../ui/Button.tsx';
import { useDrawer } from './drawers.ts';
import { usePortalState } from './use-portal-state.ts';

/** A creator's notifications, and the way to the announcements. */
export function BellDrawer() {
  const router = useRouter();
  const { open, close } = useDrawer();
  const { unread_announcement_count: unread } = usePortalState();
  const count = formatCapped(unread);
  return (
    <NotificationsDrawer
      more={
        <Button look="quiet" small aria-haspopup="dialog" onClick={() => open('announcements')}>
          {unread > 0 ? <Trans>Announcements ({count})</Trans> : <Trans>Announcements</Trans>}
        </Button>
      }
      onClose={close}
      // The page takes the place of the drawer in the history.
      onLeave={(href) => void router.navigate({ href, replace: true })}
    />
  );
}
