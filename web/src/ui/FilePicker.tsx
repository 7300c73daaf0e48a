import { IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import styles from './FilePicker.module.css';
import { hiddenClass } from './Hidden.tsx';

type FilePickerProps = {
  /** What kind of file, as its name for screen readers and above the button. */
  label: string;
  /** The button before and after a file is chosen. */
  choose: ReactNode;
  chooseAnother: ReactNode;
  /** The name of the chosen file; empty before. */
  name: string;
  accept: string;
  busy: boolean;
  onChoose: (file: File) => void;
};

/** A button that opens the system's file dialog, with the name of the chosen file beside it. */
export function FilePicker({ label, choose, chooseAnother, name, accept, busy, onChoose }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // So that the same file can be chosen again after it was changed.
    target.value = '';
    if (file) onChoose(file);
  };
  return (
    <div className={styles.file}>
      <p aria-hidden="true">
        <strong>{label}</strong>
      </p>
      <div className={styles.chosen}>
        <Button look="quiet" busy={busy} onClick={() => input.current?.click()}>
          <IconUpload size={18} stroke={1.6} aria-hidden="true" />
          {name ? chooseAnother : choose}
        </Button>
        {name ? <span>{name}</span> : null}
      </div>
      <input
        ref={input}
        type="file"
        className={hiddenClass}
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        disabled={busy}
        onChange={take}
      />
    </div>
  );
}
