import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trans } from '@lingui/react/macro';
import { classes } from '../ui/classes.ts';
import { ConversationRow, conversationClass, unreadRowClass } from './Conversations.tsx';
import { threadsQuery } from './conversations.data.ts';
import styles from './brand-side.module.css';

/** The creators of a brand whose name or handle contains the search, the latest message first. */
export function CreatorRows({ merchant, search }: { merchant: string; search: string }) {
  const { data: threads } = useSuspenseQuery(threadsQuery(merchant));
  const wanted = search.trim().toLocaleLowerCase();
  const found = threads.filter(({ creator: { display_name, user_handle } }) =>
    `${display_name} ${user_handle ?? ''}`.toLocaleLowerCase().includes(wanted),
  );
  if (found.length === 0)
    return (
      <p className={styles.none}>
        <Trans>No creators match your search.</Trans>
      </p>
    );
  return (
    <ul>
      {found.map(({ merchant_account_id: account, creator, unread_message_count: unread, last_message }) => (
        <li key={account}>
          <Link
            to="/brand/$merchant/messages/$account"
            params={{ merchant, account }}
            className={classes(conversationClass, unread > 0 && unreadRowClass)}
            activeProps={{ 'aria-current': 'page' }}
          >
            <ConversationRow
              name={creator.display_name}
              picture={creator.avatar}
              last={last_message}
              unread={unread}
              side="brand"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
