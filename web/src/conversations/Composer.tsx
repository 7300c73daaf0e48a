import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPhotoPlus, IconSend2 } from '@tabler/icons-react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { Message } from '@vitrine/contract/conversations.ts';
import { pictureTypes } from '@vitrine/contract/pictures.ts';
import { sessionEntries } from '../api/browser-storage.ts';
import { formatNumber } from '../format/numbers.ts';
import { Hidden } from '../ui/Hidden.tsx';
import styles from './Composer.module.css';
import { mostPictures, usePictureDrafts } from './picture-drafts.ts';
import { PictureStrip } from './PictureStrip.tsx';
import type { ConversationSide } from './sides.ts';

const longest = 4_000;
const warnsFrom = 3_600;

type ComposerProps = {
  conversationSide: ConversationSide;
  name: string;
  onSend: (body: string, pictures: Message['pictures']) => void;
};

/** An unsent draft survives navigation and a reload. */
function useDraft(account: string) {
  const key = `draft ${account}` as const;
  const [body, setBody] = useState(() => sessionEntries.read(key) ?? '');
  const write = (next: string) => {
    setBody(next);
    if (next) sessionEntries.write(key, next);
    else sessionEntries.remove(key);
  };
  return [body, write] as const;
}

/** With a keyboard, Enter sends; on a touch screen it adds a line. */
function entersByKeyboard(): boolean {
  return window.matchMedia('(hover: hover) and (pointer: fine)').matches;
}

export function Composer({ conversationSide, name, onSend }: ComposerProps) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [body, setBody] = useDraft(conversationSide.account);
  const drafts = usePictureDrafts(conversationSide);
  const left = longest - body.length;
  const over = -left;
  const isTooLong = over > 0;
  const hasSomething = body.trim() !== '' || drafts.ready.length > 0;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!hasSomething || drafts.isUploading || isTooLong) return;
    onSend(body.trim(), drafts.ready);
    setBody('');
    drafts.clear();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !entersByKeyboard()) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    drafts.add(files);
  };
  return (
    <form ref={form} className={styles.composer} onSubmit={send}>
      {drafts.list.length > 0 ? <PictureStrip drafts={drafts} /> : null}
      {drafts.complaint ? (
        <p className={styles.complaint} role="alert">
          {drafts.complaint}
        </p>
      ) : null}
      <div className={styles.box}>
        <label className={styles.attach} title={t`Add pictures`}>
          <IconPhotoPlus size={22} stroke={1.6} aria-hidden="true" />
          <Hidden>
            <Trans>Add pictures</Trans>
          </Hidden>
          <input
            className={styles.file}
            type="file"
            accept={pictureTypes.join(',')}
            multiple
            disabled={drafts.list.length >= mostPictures}
            onChange={(event) => {
              drafts.add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </label>
        {/* The hidden copy sizes the field to its text in browsers without field-sizing. */}
        <div className={styles.grow} data-text={`${body} `}>
          <textarea
            ref={field}
            aria-label={t`Message to ${name}`}
            className={styles.field}
            rows={1}
            value={body}
            placeholder={t`Write to ${name}`}
            enterKeyHint={entersByKeyboard() ? 'send' : 'enter'}
            aria-invalid={isTooLong || undefined}
            onChange={(event) => setBody(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </div>
        <button
          type="submit"
          className={styles.send}
          aria-label={t`Send`}
          title={drafts.isUploading ? t`Uploading pictures` : t`Send`}
          aria-disabled={!hasSomething || drafts.isUploading || isTooLong}
        >
          <IconSend2 size={22} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      {body.length > warnsFrom ? (
        <p className={isTooLong ? styles.complaint : styles.rest} role="status">
          {isTooLong
            ? t`${plural(over, { one: 'Too long by # character.', other: `Too long by ${formatNumber(over)} characters.` })}`
            : t`${plural(left, { one: '# character left', other: `${formatNumber(left)} characters left` })}`}
        </p>
      ) : null}
    </form>
  );
}
