import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { unreadNotificationsQuery } from '../notifications/notifications.count.ts';
import { CountButton } from './CountButton.tsx';

type BellProps = {
  named?: boolean;
  className?: string | undefined;
  /** A creator's unread announcements. They are the number then, and other news is a dot (S08). */
  announcements?: number;
  onPress: () => void;
};

/** Opens the notifications or, of a creator, the announcements. Staff have only notifications, so these are the number. */
export function Bell({ named = false, className, announcements, onPress }: BellProps) {
  const { t } = useLingui();
  const { data: notifications = 0 } = useQuery(unreadNotificationsQuery());
  const unread = [
    ...(announcements
      ? [t`${plural(announcements, { one: '# unread announcement', other: '# unread announcements' })}`]
      : []),
    ...(notifications
      ? [t`${plural(notifications, { one: '# unread notification', other: '# unread notifications' })}`]
      : []),
  ];
  return (
    <CountButton
      label={t`Notifications`}
      count={announcements ?? notifications}
      hasMore={announcements !== undefined && notifications > 0}
      unread={unread}
      icon={<IconBell size={22} stroke={1.6} aria-hidden="true" />}
      named={named}
      className={className}
      opensDrawer
      onPress={onPress}
    />
  );
}
