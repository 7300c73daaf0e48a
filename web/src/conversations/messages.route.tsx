import { Trans, useLingui } from '@lingui/react/macro';
import { IconMessageCircle } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Conversations, idleClass } from './Conversations.tsx';
import { ConversationsSkeleton } from './ConversationsSkeleton.tsx';
import { MerchantRows } from './MerchantRows.tsx';
import { merchantListQuery } from './merchant-list.data.ts';

export default createLazyRoute('/frame/messages')({
  component: MessagesPage,
  pendingComponent: ConversationsSkeleton,
});

function MessagesPage() {
  const { t } = useLingui();
  const { data: list } = useSuspenseQuery(merchantListQuery());
  const icon = <IconMessageCircle size={28} stroke={1.4} />;
  if (list.length === 0) {
    return (
      <>
        <Masthead heading={t`Messages`} />
        <EmptyState
          icon={icon}
          title={t`No conversations yet`}
          action={
            <Link to="/" className={buttonClass()}>
              <Trans>Back to the overview</Trans>
            </Link>
          }
        >
          <Trans>When you accept a brand’s invitation, your conversation with it appears here.</Trans>
        </EmptyState>
      </>
    );
  }
  return (
    <Conversations title={t`Messages`} open={false} list={<MerchantRows />}>
      <div className={idleClass}>
        <EmptyState icon={icon} title={t`Choose a conversation`}>
          <Trans>Your messages with each brand are all in one place.</Trans>
        </EmptyState>
      </div>
    </Conversations>
  );
}
