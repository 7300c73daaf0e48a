import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { unreadNotificationsQuery } from '../notifications/notifications.count.ts';
import { CountButton } from './CountButton.tsx';

type BellProps = {
  named?: boolean;
  className?: string | undefined;
  /** Unread announcements, which a creator also finds here. */
  announcements?: number;
  onPress: () => void;
};

/** Opens the notifications, with their unread count. */
export function Bell({ named = false, className, announcements = 0, onPress }: BellProps) {
  const { t } = useLingui();
  const { data: unread = 0 } = useQuery(unreadNotificationsQuery());
  const count = unread + announcements;
  return (
    <CountButton
      label={t`Notifications`}
      count={count}
      description={t`${plural(count, { one: '# unread notification', other: '# unread notifications' })}`}
      icon={<IconBell size={22} stroke={1.6} aria-hidden="true" />}
      named={named}
      className={className}
      opensDrawer
      onPress={onPress}
    />
  );
}
