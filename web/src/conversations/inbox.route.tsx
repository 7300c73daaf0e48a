import { Trans, useLingui } from '@lingui/react/macro';
import { IconMessageCircle } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { idleClass } from './Conversations.tsx';
import { ConversationsSkeleton } from './ConversationsSkeleton.tsx';
import { threadsQuery } from './conversations.data.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Inbox } from './Inbox.tsx';

export const inboxPage = createLazyRoute('/brand-frame/brand/$merchant/messages')({
  component: InboxPage,
  pendingComponent: ConversationsSkeleton,
});

const route = getRouteApi('/brand-frame/brand/$merchant/messages');

function InboxPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const { data: threads } = useSuspenseQuery(threadsQuery(merchant));
  const icon = <IconMessageCircle size={28} stroke={1.4} />;
  if (threads.length === 0) {
    return (
      <>
        <Masthead heading={t`Messages`} />
        <EmptyState
          icon={icon}
          title={t`Nobody to write to yet`}
          deed={
            <Link to="/brand/$merchant/invitations" params={{ merchant }} className={buttonClass()}>
              <Trans>Invite a creator</Trans>
            </Link>
          }
        >
          <Trans>Every creator who accepts your invitation has a conversation with you here.</Trans>
        </EmptyState>
      </>
    );
  }
  return (
    <Inbox merchant={merchant} title={t`Messages`} open={false}>
      <div className={idleClass}>
        <EmptyState icon={icon} title={t`Choose a conversation`}>
          <Trans>Your colleagues see the same conversations, and who of you wrote what.</Trans>
        </EmptyState>
      </div>
    </Inbox>
  );
}
