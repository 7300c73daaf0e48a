import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconBell, IconMessageCircle } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { CountButton } from './CountButton.tsx';
import { useDrawer } from './drawers.ts';
import { usePortalState } from './use-portal-state.ts';

type UnreadProps = { named?: boolean; className?: string | undefined };

/** The bell and the comments, each with what is unread behind it. */
export function Unread({ named = false, className }: UnreadProps) {
  const { t } = useLingui();
  const state = usePortalState();
  const { open } = useDrawer();
  const openMessages = useOpenMessages();
  const { unread_announcement_count: announcements, unread_message_count: messages } = state;
  return (
    <>
      <CountButton
        label={t`Announcements`}
        count={announcements}
        told={t`${plural(announcements, { one: '# unread announcement', other: '# unread announcements' })}`}
        icon={<IconBell size={22} stroke={1.6} aria-hidden="true" />}
        named={named}
        className={className}
        onPress={() => open('announcements')}
      />
      <CountButton
        label={t`Messages`}
        count={messages}
        told={t`${plural(messages, { one: '# unread message', other: '# unread messages' })}`}
        icon={<IconMessageCircle size={22} stroke={1.6} aria-hidden="true" />}
        named={named}
        className={className}
        current={state.page_heading === t`Messages`}
        onPress={openMessages}
      />
    </>
  );
}

/** To the list of merchants; with one merchant straight to that thread (S10). */
function useOpenMessages(): () => void {
  const { all_merchant_list: merchants, user } = usePortalState();
  const router = useRouter();
  const { open } = useDrawer();
  const known = merchants.map((entry) => entry.merchant_account.slug);
  const slugs = known.length > 0 ? known : user.merchant_accounts.map((account) => account.slug);
  return () => {
    const [only, ...others] = slugs;
    if (only !== undefined && others.length === 0) void router.navigate({ to: '/messages/$id', params: { id: only } });
    else open('messages');
  };
}
