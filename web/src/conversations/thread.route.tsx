import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { Conversations } from './Conversations.tsx';
import { MerchantRows } from './MerchantRows.tsx';
import { merchantListQuery } from './merchant-list.data.ts';
import { ThreadView } from './ThreadView.tsx';
import { ThreadSkeleton } from './ThreadSkeleton.tsx';

export default createLazyRoute('/frame/messages/$id')({
  component: ThreadPage,
  pendingComponent: ThreadSkeleton,
});

const route = getRouteApi('/frame/messages/$id');

function ThreadPage() {
  const { t } = useLingui();
  const { id: slug } = route.useParams();
  const { data: list } = useSuspenseQuery(merchantListQuery());
  const entry = list.find(({ merchant_account: brand }) => brand.slug === slug);
  if (!entry) return null;
  const { merchant_account_id: account, merchant_account: brand } = entry;
  const name = brand.merchant_display_name;
  return (
    <Conversations title={t`${name}, messages`} open list={<MerchantRows />}>
      <ThreadView
        key={account}
        conversationSide={{ side: 'creator', account }}
        name={name}
        picture={brand.brand_logo}
        spare
        back={(label, className) => (
          <Link to="/messages" className={className}>
            {label}
          </Link>
        )}
      />
    </Conversations>
  );
}
