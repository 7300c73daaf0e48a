import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useDates } from '../accounts/dates.ts';
import { imageSource } from '../format/images.ts';
import { refusalText } from '../format/refusals.ts';
import { classes } from '../ui/classes.ts';
import { Hidden } from '../ui/Hidden.tsx';
import { LinkedText } from './LinkedText.tsx';
import { discard, tryAgain, type Unsent } from './outbox.ts';
import type { ThreadRow } from './rows.ts';
import styles from './Message.module.css';

type GroupProps = {
  messages: readonly ThreadRow[];
  own: boolean;
  writer: string | null;
  /** A colleague's messages are on the reader's own side, with the colleague's name. */
  namesWriter: boolean;
  status: 'sent' | 'seen' | undefined;
};

/** Consecutive messages of one person. */
export function MessageGroup({ messages, own, writer, namesWriter, status }: GroupProps) {
  const { t } = useLingui();
  const { moment } = useDates();
  const last = messages.at(-1);
  return (
    <div className={classes(styles.group, own && styles.own)}>
      {namesWriter && writer ? <p className={styles.writer}>{writer}</p> : null}
      {messages.map((message) => (
        <Bubble key={message.key} message={message} writer={own && !namesWriter ? t`You` : (writer ?? '')} />
      ))}
      {last && !last.unsent ? (
        <p className={styles.foot}>
          <time dateTime={last.created_at}>{moment(last.created_at)}</time>
          {status === 'seen' ? <span className={styles.seen}>{t`Seen`}</span> : null}
          {status === 'sent' ? <span>{t`Sent`}</span> : null}
        </p>
      ) : null}
    </div>
  );
}

/** A message of up to three emoji is shown large. */
const gesture = new RegExp('^(?:\\p{RGI_Emoji}\\s?){1,3}$', 'v');

function Bubble({ message, writer }: { message: ThreadRow; writer: string }) {
  const { moment } = useDates();
  const { body, pictures, unsent } = message;
  return (
    <div className={classes(styles.message, unsent && styles.unsent)}>
      <Hidden>{`${writer}: `}</Hidden>
      {pictures.length > 0 ? <Pictures pictures={pictures} writer={writer} /> : null}
      {body ? (
        <p className={classes(styles.bubble, gesture.test(body) && styles.gesture)} title={moment(message.created_at)}>
          <LinkedText text={body} />
        </p>
      ) : null}
      {unsent ? <OnItsWay unsent={unsent} /> : null}
    </div>
  );
}

function Pictures({ pictures, writer }: { pictures: ThreadRow['pictures']; writer: string }) {
  const { t } = useLingui();
  return (
    <div className={classes(styles.pictures, pictures.length > 1 && styles.several)}>
      {pictures.map(({ path, url, width, height }) => (
        <a
          key={path}
          className={styles.picture}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          // Reserves the picture's space before it loads. React sets custom properties through the CSSOM, which the
          // content security policy allows.
          style={{ '--shape': `${width} / ${height}`, '--wide': `${width}px` } as CSSProperties}
        >
          <img src={imageSource(url)} alt={t`Picture from ${writer}`} width={width} height={height} decoding="async" />
        </a>
      ))}
    </div>
  );
}

/** The state of a message that isn't sent yet or was refused, with the actions for it. */
function OnItsWay({ unsent }: { unsent: Unsent }) {
  const { t } = useLingui();
  const { refused, tries, client_id: clientId } = unsent;
  if (refused === undefined && tries === 0)
    return (
      <p className={styles.foot}>
        <IconClock size={14} stroke={1.8} aria-hidden="true" />
        <Trans>Sending</Trans>
      </p>
    );
  return (
    <p className={classes(styles.foot, styles.failed)} role="status">
      <IconAlertCircle size={16} stroke={1.8} aria-hidden="true" />
      <span>
        {refused === undefined ? t`Not sent yet. We’ll send it when you’re back online.` : t(refusalText(refused))}
      </span>
      <button type="button" className={styles.action} onClick={() => tryAgain(clientId)}>
        <Trans>Try again</Trans>
      </button>
      {refused === undefined ? null : (
        <button type="button" className={styles.action} onClick={() => discard(clientId)}>
          <Trans>Discard</Trans>
        </button>
      )}
    </p>
  );
}
