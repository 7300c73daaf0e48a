import { Fragment } from 'react';
import { useLingui } from '@lingui/react/macro';
import { CopyButton } from '../ui/CopyButton.tsx';
import styles from './shops.module.css';

type CopyValueProps = {
  /** What it is, for the button: “Copy the address”. */
  copyLabel: string;
  children: string;
};

/** A text to paste into the shop, with a button that copies it. */
export function CopyValue({ copyLabel, children }: CopyValueProps) {
  const { t } = useLingui();
  return (
    <div className={styles.value}>
      <code className={styles.code}>
        {[...children.matchAll(/[^,]+,?|,/g)].map(({ 0: part, index }) => (
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </code>
      <CopyButton
        small
        look="quiet"
        text={children}
        label={copyLabel}
        copiedLabel={t`Copied`}
        failedLabel={t`Couldn’t copy`}
      />
    </div>
  );
}
