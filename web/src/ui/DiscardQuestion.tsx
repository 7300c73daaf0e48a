import { Trans } from '@lingui/react/macro';
import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import styles from './DiscardQuestion.module.css';

type DiscardQuestionProps = { onKeep: () => void; onDiscard: () => void };

/** Asks, before a form is closed or a page is left, whether what was typed may be lost. */
export function DiscardQuestion({ onKeep, onDiscard }: DiscardQuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} role="alertdialog" aria-labelledby={id} className={styles.question} onCancel={onKeep}>
      <h2 id={id} className={styles.title}>
        <Trans>Discard what you typed?</Trans>
      </h2>
      <div className={styles.answers}>
        <Button onClick={onKeep}>
          <Trans>Keep editing</Trans>
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            // Before it goes, so that what is behind it takes the focus.
            dialog.current?.close();
            onDiscard();
          }}
        >
          <Trans>Discard</Trans>
        </Button>
      </div>
    </dialog>
  );
}
