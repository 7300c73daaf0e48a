import { useLingui } from '@lingui/react/macro';
import { IconSettings } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { ownAccountPaths } from '../accounts/own-account.ts';
import { IconButton } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { Notifications } from './Notifications.tsx';
import styles from './notifications.module.css';

type NotificationsDrawerProps = {
  more?: ReactNode;
  onClose: () => void;
  onLeave: (href: string) => void;
};

/** The drawer that a bell opens. */
export function NotificationsDrawer({ more, onClose, onLeave }: NotificationsDrawerProps) {
  const { t } = useLingui();
  const { role } = useUser();
  return (
    <Drawer
      title={t`Notifications`}
      closeLabel={t`Close`}
      actions={
        <IconButton
          label={t`Notification settings`}
          className={styles.settings}
          onClick={() => onLeave(`${ownAccountPaths[role]}#notifications`)}
        >
          <IconSettings size={20} stroke={1.6} aria-hidden="true" />
        </IconButton>
      }
      onClose={onClose}
    >
      <Notifications more={more} onLeave={onLeave} />
    </Drawer>
  );
}
