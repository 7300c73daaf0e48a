import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { QueryState } from '../consoles/QueryStates.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { classes } from '../ui/classes.ts';
import { ConversationRow, conversationClass, unreadRowClass } from './Conversations.tsx';
import { threadsQuery } from './conversations.data.ts';
import styles from './creator-rows.module.css';

/** The creators of a brand whose name or handle contains the search, the latest message first. */
export function CreatorRows({ merchant, search }: { merchant: string; search: string }) {
  const { t } = useLingui();
  const query = useInfiniteQuery({ ...threadsQuery(merchant, search), placeholderData: keepPreviousData });
  const found = query.data?.pages.flatMap((page) => page.data) ?? [];
  if (query.data === undefined)
    return (
      <QueryState query={query} loading={t`Loading conversations`} failed={t`We couldn’t load the conversations`} />
    );
  if (found.length === 0)
    return (
      <p className={styles.none}>
        <Trans>No creators match your search.</Trans>
      </p>
    );
  return (
    <>
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
      <ShowMore query={query} />
    </>
  );
}
