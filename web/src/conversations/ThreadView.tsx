import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { imageSource } from '../format/images.ts';
import { classes } from '../ui/classes.ts';
import { Hidden } from '../ui/Hidden.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';
import { threadQuery } from './conversations.data.ts';
import { outboxStore, enqueue, startOutbox } from './outbox.ts';
import type { ConversationSide } from './sides.ts';
import styles from './ThreadView.module.css';

type ThreadProps = {
  conversationSide: ConversationSide;
  /** The other side. */
  name: string;
  picture: string | null;
  about?: ReactNode;
  /** The link back to the list, where the list isn't next to the thread. */
  back: (label: ReactNode, className: string) => ReactNode;
  /** The header already shows this name. */
  spare?: boolean;
};

/** One conversation, with its unsent messages. */
export function ThreadView({ conversationSide, name, picture, about, back, spare = false }: ThreadProps) {
  const { t } = useLingui();
  const { uid, suspended_since: suspendedSince } = useUser();
  const queryClient = useQueryClient();
  useEffect(() => startOutbox(queryClient), [queryClient]);
  const { data } = useSuspenseQuery(threadQuery(conversationSide));
  const outbox = useSyncExternalStore(outboxStore.subscribe, outboxStore.read);
  const unsent = outbox.filter((entry) => entry.uid === uid && entry.seat.account === conversationSide.account);
  return (
    <section className={styles.thread} aria-label={t`Conversation with ${name}`}>
      <header className={classes(styles.head, spare && styles.spare)}>
        {back(
          <>
            <IconArrowLeft size={22} stroke={1.6} aria-hidden="true" />
            <Hidden>
              <Trans>All conversations</Trans>
            </Hidden>
          </>,
          styles.back ?? '',
        )}
        <Avatar src={imageSource(picture)} name={name} className={styles.portrait} />
        <div className={styles.who}>
          <h2 className={styles.name}>{name}</h2>
          {about ? <p className={styles.about}>{about}</p> : null}
        </div>
      </header>
      <MessageList
        conversationSide={conversationSide}
        name={name}
        thread={data}
        unsent={unsent}
        canWrite={!suspendedSince}
      />
      {suspendedSince ? (
        <p className={styles.closed}>
          <Trans>You can’t write messages while your account is suspended.</Trans>{' '}
          <Link to="/suspensions">
            <Trans>Read why, and object</Trans>
          </Link>
        </p>
      ) : (
        <Composer
          conversationSide={conversationSide}
          name={name}
          onSend={(body, pictures) =>
            enqueue({ uid, seat: conversationSide, client_id: crypto.randomUUID(), body, pictures })
          }
        />
      )}
    </section>
  );
}
