import { useSyncExternalStore } from 'react';
import styles from './Toast.module.css';
import { dismissToast, toastStore } from './toasts.ts';

/** Shows the messages of say() and announces them to screen readers. */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return (
    <div className={styles.stack} role="status" aria-live="polite">
      {toasts.map(({ id, text, undo }) => (
        <div key={id} className={styles.toast}>
          <span>{text}</span>
          {undo ? (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                dismissToast(id);
                undo.run();
              }}
            >
              {undo.label}
            </button>
          ) : null}
        </div>
      ))}
    </div>
  );
}
