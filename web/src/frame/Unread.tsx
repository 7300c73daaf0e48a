import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconMessageCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { merchantListQuery } from '../conversations/merchant-list.data.ts';
import { byLastMessage, messageTargets } from '../conversations/targets.ts';
import { Bell } from './Bell.tsx';
import { CountButton } from './CountButton.tsx';
import { useDrawer } from './drawers.ts';
import { usePortalState } from './use-portal-state.ts';

type UnreadProps = { named?: boolean; className?: string | undefined };

/**
 * The bell and the messages, with their unread counts (S08). The bell opens what its number counts; without one, the
 * notifications.
 */
export function Unread({ named = false, className }: UnreadProps) {
  const { t } = useLingui();
  const state = usePortalState();
  const { open } = useDrawer();
  const openMessages = useOpenMessages();
  const { unread_announcement_count: announcements, unread_message_count: messages } = state;
  return (
    <>
      <Bell
        named={named}
        className={className}
        announcements={announcements}
        onPress={() => open(announcements > 0 ? 'announcements' : 'notifications')}
      />
      <CountButton
        label={t`Messages`}
        count={messages}
        unread={messages > 0 ? [t`${plural(messages, { one: '# unread message', other: '# unread messages' })}`] : []}
        icon={<IconMessageCircle size={22} stroke={1.6} aria-hidden="true" />}
        named={named}
        className={className}
        current={state.page_heading === t`Messages`}
        opensDrawer={state.is_mobile}
        onPress={openMessages}
      />
    </>
  );
}

/**
 * With one brand, opens its thread. With several, a phone opens the list of brands (S10); wider layouts show that list
 * next to the thread, so they open the thread with the most unread.
 */
function useOpenMessages(): () => void {
  const { is_mobile: isPhone, user } = usePortalState();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { open } = useDrawer();
  const openThread = (id: string) => void router.navigate({ to: '/messages/$id', params: { id } });
  const openDefault = async () => {
    const list = await queryClient.ensureQueryData(merchantListQuery()).catch(() => []);
    const target = messageTargets(byLastMessage(list)).first;
    if (target) openThread(target.merchant_account.slug);
    else await router.navigate({ to: '/messages' });
  };
  return () => {
    const [only, ...others] = user.merchant_accounts;
    if (only && others.length === 0) openThread(only.slug);
    else if (isPhone) open('messages');
    else void openDefault();
  };
}
