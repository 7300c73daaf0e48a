import { useLingui } from '@lingui/react/macro';
import { IconBold, IconH2, IconItalic, IconLink, IconList, IconListNumbers } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { IconButton } from '../ui/Button.tsx';
import { TextArea } from '../ui/Field.tsx';
import styles from './console.module.css';
import { applyMark, type Mark } from './markdown-edit.ts';

const shortcuts: Record<string, Mark> = { b: 'bold', i: 'italic', k: 'link' };

type RichEditorProps = { value: string; error: string | undefined; onChange: (value: string) => void };

/** The text of an announcement, with buttons and shortcuts for what it can have. */
export function RichEditor({ value, error, onChange }: RichEditorProps) {
  const { t } = useLingui();
  const area = useRef<HTMLTextAreaElement>(null);
  const apply = (mark: Mark) => {
    const field = area.current;
    if (!field) return;
    const next = applyMark({ text: field.value, start: field.selectionStart, end: field.selectionEnd }, mark);
    field.focus();
    // Typing it, rather than setting the value, lets the browser undo it.
    field.select();
    if (!document.execCommand('insertText', false, next.text)) onChange(next.text);
    field.setSelectionRange(next.start, next.end);
  };
  const press = (event: KeyboardEvent) => {
    const mark = event.ctrlKey || event.metaKey ? shortcuts[event.key.toLowerCase()] : undefined;
    if (!mark || event.altKey || event.shiftKey) return;
    event.preventDefault();
    apply(mark);
  };
  const buttons = [
    { mark: 'bold', label: t`Bold (Ctrl+B)`, icon: IconBold },
    { mark: 'italic', label: t`Italic (Ctrl+I)`, icon: IconItalic },
    { mark: 'link', label: t`Link (Ctrl+K)`, icon: IconLink },
    { mark: 'heading', label: t`Heading`, icon: IconH2 },
    { mark: 'bullets', label: t`Bulleted list`, icon: IconList },
    { mark: 'numbers', label: t`Numbered list`, icon: IconListNumbers },
  ] as const;
  return (
    <div>
      <div className={styles.toolbar} role="group" aria-label={t`Format`}>
        {buttons.map(({ mark, label, icon: Icon }) => (
          <IconButton key={mark} label={label} onClick={() => apply(mark)}>
            <Icon size={20} stroke={1.6} aria-hidden="true" />
          </IconButton>
        ))}
      </div>
      <TextArea
        ref={area}
        onKeyDown={press}
        label={t`Text`}
        value={value}
        maxLength={8000}
        rows={12}
        error={error}
        hint={t`**bold**, *italic*, ## heading, - list, [text](https://…). Links must begin with https://.`}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
