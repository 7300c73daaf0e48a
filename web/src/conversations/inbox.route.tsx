import { Trans, useLingui } from '@lingui/react/macro';
import { IconMessageCircle } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { idleClass } from './Conversations.tsx';
import { ConversationsSkeleton } from './ConversationsSkeleton.tsx';
import { threadsQuery } from './conversations.data.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Inbox } from './Inbox.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/messages')({
  component: InboxPage,
  pendingComponent: ConversationsSkeleton,
});

const route = getRouteApi('/brand-frame/brand/$merchant/messages');

function InboxPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const { data } = useSuspenseInfiniteQuery(threadsQuery(merchant));
  const icon = <IconMessageCircle size={28} stroke={1.4} />;
  if (data.pages[0]?.data.length === 0) {
    return (
      <>
        <Masthead heading={t`Messages`} />
        <EmptyState
          icon={icon}
          title={t`No conversations yet`}
          action={
            <Link to="/brand/$merchant/invitations" params={{ merchant }} className={buttonClass()}>
              <Trans>Invite a creator</Trans>
            </Link>
          }
        >
          <Trans>When a creator accepts your invitation, you can message them here.</Trans>
        </EmptyState>
      </>
    );
  }
  return (
    <Inbox merchant={merchant} title={t`Messages`} open={false}>
      <div className={idleClass}>
        <EmptyState icon={icon} title={t`Choose a conversation`}>
          <Trans>Everyone on your team can see these conversations and who wrote each message.</Trans>
        </EmptyState>
      </div>
    </Inbox>
  );
}
