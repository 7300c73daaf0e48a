import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect } from 'react';
import { useApiMutation } from '../api/mutation.ts';
import { useDates } from '../accounts/dates.ts';
import { formatBadge } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Hidden } from '../ui/Hidden.tsx';
import { MessageGroup } from './MessageGroup.tsx';
import { type LoadedThread, loadEarlier } from './conversations.data.ts';
import type { Unsent } from './outbox.ts';
import { rowsOf, type ThreadRow, threadRows } from './rows.ts';
import type { ConversationSide } from './sides.ts';
import styles from './ThreadView.module.css';
import { useReading } from './use-reading.ts';

type MessageListProps = {
  conversationSide: ConversationSide;
  name: string;
  thread: LoadedThread;
  unsent: readonly Unsent[];
  canWrite: boolean;
};

/** The messages, newest at the bottom. It keeps the reading position, and follows new messages at the end. */
export function MessageList({ conversationSide, name, thread, unsent, canWrite }: MessageListProps) {
  const { t } = useLingui();
  const { day } = useDates();
  const { messages, meta } = thread;
  const shown = threadRows(messages, unsent);
  const reading = useReading(conversationSide, thread, shown);
  const rows = rowsOf(shown, { dayOf: day, newFrom: reading.newFrom });
  const lastOwn = shown.findLast(({ side }) => side === conversationSide.side);
  const hasEarlier = (messages[0]?.seq ?? 1) > 1;
  return (
    <div className={styles.frame}>
      <div
        ref={reading.scroller}
        className={styles.scroller}
        role="log"
        aria-label={t`Messages with ${name}`}
        tabIndex={0}
        onScroll={reading.onScroll}
      >
        <div ref={reading.content} className={styles.content}>
          {hasEarlier ? <Earlier conversationSide={conversationSide} near={reading.isNearTop} /> : null}
          {shown.length === 0 ? (
            <p className={styles.empty}>
              {canWrite ? <Trans>No messages yet. Say hello to {name}.</Trans> : <Trans>No messages yet.</Trans>}
            </p>
          ) : null}
          {rows.map((row) => (
            <Fragment key={row.key}>
              {row.kind === 'day' ? <Day at={row.at} /> : null}
              {row.kind === 'new' ? (
                <p ref={reading.mark} className={classes(styles.line, styles.new)}>
                  <Trans>New messages</Trans>
                </p>
              ) : null}
              {row.kind === 'group' ? (
                <MessageGroup
                  messages={row.messages}
                  own={row.side === conversationSide.side}
                  writer={row.side === conversationSide.side ? row.name : name}
                  namesWriter={row.side === conversationSide.side && !row.mine}
                  status={statusOf(row.messages, lastOwn, meta.seen_seq)}
                />
              ) : null}
            </Fragment>
          ))}
        </div>
      </div>
      {reading.isAtEnd ? null : (
        <button type="button" className={styles.jump} onClick={reading.toEnd}>
          <IconArrowDown size={20} stroke={1.8} aria-hidden="true" />
          <Hidden>
            <Trans>Go to newest message</Trans>
          </Hidden>
          {reading.unread > 0 ? <span className={styles.jumpCount}>{formatBadge(reading.unread)}</span> : null}
        </button>
      )}
    </div>
  );
}

/** Only under the reader's own last message. */
function statusOf(
  group: readonly ThreadRow[],
  lastOwn: ThreadRow | undefined,
  seenSeq: number,
): 'sent' | 'seen' | undefined {
  const last = group.at(-1);
  if (!last || last !== lastOwn || last.seq === undefined) return undefined;
  return last.seq <= seenSeq ? 'seen' : 'sent';
}

function Day({ at }: { at: string }) {
  const { t } = useLingui();
  const { day, daysUntil } = useDates();
  const days = daysUntil(at);
  return <p className={styles.line}>{days === 0 ? t`Today` : days === -1 ? t`Yesterday` : day(at)}</p>;
}

function Earlier({ conversationSide, near }: { conversationSide: ConversationSide; near: boolean }) {
  const queryClient = useQueryClient();
  const {
    mutate: load,
    isPending,
    isError,
  } = useApiMutation({ mutationFn: () => loadEarlier(queryClient, conversationSide) });
  // Loads automatically near the top; after a failure only when the button is clicked.
  useEffect(() => {
    if (near && !isPending && !isError) load();
  }, [near, isPending, isError, load]);
  return (
    <div className={styles.earlier}>
      <Button look="quiet" small busy={isPending} onClick={() => load()}>
        <Trans>Show earlier messages</Trans>
      </Button>
    </div>
  );
}
