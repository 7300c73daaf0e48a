import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { classes } from '../ui/classes.ts';
import { ConversationRow, conversationClass, unreadRowClass } from './Conversations.tsx';
import { merchantListQuery } from './merchant-list.data.ts';

/** The creator's brands, latest message first (S17). */
export function MerchantRows() {
  const { data: list } = useSuspenseQuery(merchantListQuery());
  return (
    <ul>
      {list.map(({ merchant_account_id: id, merchant_account: brand, unread_message_count: unread, last_message }) => (
        <li key={id}>
          <Link
            to="/messages/$id"
            params={{ id: brand.slug }}
            className={classes(conversationClass, unread > 0 && unreadRowClass)}
            activeProps={{ 'aria-current': 'page' }}
          >
            <ConversationRow
              name={brand.merchant_display_name}
              picture={brand.brand_logo}
              last={last_message}
              unread={unread}
              side="creator"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
