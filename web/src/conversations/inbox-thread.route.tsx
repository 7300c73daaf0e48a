import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { ConversationsSkeleton } from './ConversationsSkeleton.tsx';
import { creatorThreadQuery } from './conversations.data.ts';
import { ThreadView } from './ThreadView.tsx';
import { Inbox } from './Inbox.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/messages/$account')({
  component: InboxThreadPage,
  pendingComponent: ConversationsSkeleton,
});

const route = getRouteApi('/brand-frame/brand/$merchant/messages/$account');

function InboxThreadPage() {
  const { t } = useLingui();
  const { merchant, account } = route.useParams();
  const { data: thread } = useSuspenseQuery(creatorThreadQuery(merchant, account));
  const { display_name: name, user_handle: handle, avatar } = thread.creator;
  return (
    <Inbox merchant={merchant} title={t`Messages with ${name}`} open>
      <ThreadView
        key={account}
        conversationSide={{ side: 'brand', merchant, account }}
        name={name}
        picture={avatar}
        about={handle ? `@${handle}` : undefined}
        back={(label, className) => (
          <Link to="/brand/$merchant/messages" params={{ merchant }} className={className}>
            {label}
          </Link>
        )}
      />
    </Inbox>
  );
}
