import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Drawer } from '../ui/Drawer.tsx';
import { Notifications } from './Notifications.tsx';

type NotificationsDrawerProps = {
  more?: ReactNode;
  isMoreUnread?: boolean;
  onClose: () => void;
  onLeave: (href: string) => void;
};

/** The drawer that a bell opens. */
export function NotificationsDrawer({ more, isMoreUnread = false, onClose, onLeave }: NotificationsDrawerProps) {
  const { t } = useLingui();
  return (
    <Drawer title={t`Notifications`} closeLabel={t`Close`} onClose={onClose}>
      <Notifications more={more} isMoreUnread={isMoreUnread} onLeave={onLeave} />
    </Drawer>
  );
}
