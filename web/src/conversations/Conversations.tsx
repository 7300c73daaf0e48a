import { Trans, useLingui } from '@lingui/react/macro';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { MerchantEntry } from '@vitrine/contract/conversations.ts';
import { useDates } from '../accounts/dates.ts';
import { imageSource } from '../format/images.ts';
import { classes } from '../ui/classes.ts';
import { Hidden } from '../ui/Hidden.tsx';
import { Avatar } from '../ui/Picture.tsx';
import styles from './Conversations.module.css';
import type { ConversationSide } from './sides.ts';
import { pageTitle } from '../theme/variant.ts';

type ConversationsProps = {
  title: string;
  /** Whether a thread is open; a phone shows either the thread or the list. */
  open: boolean;
  tools?: ReactNode;
  list: ReactNode;
  children: ReactNode;
};

/** All conversations, with the open one next to them. */
export function Conversations({ title, open, tools, list, children }: ConversationsProps) {
  const page = useRef<HTMLDivElement>(null);
  const top = useTopOf(page);
  // React sets custom properties through the CSSOM, which the content security policy allows; CSSProperties lacks them.
  const style = { '--page-top': `${top}px` } as CSSProperties;
  return (
    <div ref={page} className={classes(styles.page, open && styles.open)} style={style}>
      <title>{pageTitle(title)}</title>
      <section className={styles.list} aria-labelledby="conversations">
        <div className={styles.head}>
          <h1 id="conversations" className={styles.heading}>
            <Trans>Messages</Trans>
          </h1>
          {tools}
        </div>
        <div className={styles.rows}>{list}</div>
      </section>
      <div className={styles.pane}>{children}</div>
    </div>
  );
}

/** The distance from the top of the page to the conversations. */
function useTopOf(page: { current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (page.current) setTop(Math.max(0, Math.round(page.current.getBoundingClientRect().top + window.scrollY)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [page]);
  return top;
}

type RowProps = {
  name: string;
  picture: string | null;
  last: MerchantEntry['last_message'];
  unread: number;
  side: ConversationSide['side'];
};

export const conversationClass = styles.row;

/** One conversation in the list, inside the link that opens it. */
export function ConversationRow({ name, picture, last, unread, side }: RowProps) {
  const { t } = useLingui();
  const { moment } = useDates();
  const text = last?.body.replaceAll(/\s+/g, ' ') || (last ? t`Picture` : t`No messages yet`);
  return (
    <>
      <Avatar src={imageSource(picture)} name={name} className={styles.picture} />
      <span className={styles.line}>
        <span className={styles.name}>{name}</span>
        {last ? <span className={styles.when}>{moment(last.created_at)}</span> : null}
      </span>
      <span className={styles.line}>
        <span className={styles.last}>{last && last.side === side ? t`You: ${text}` : text}</span>
        {unread > 0 ? (
          <span className={styles.count}>
            {unread > 99 ? 99 : unread}
            <Hidden>
              {' '}
              <Trans>unread</Trans>
            </Hidden>
          </span>
        ) : null}
      </span>
    </>
  );
}

export const unreadRowClass = styles.unread;
export const idleClass = styles.idle;
