import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { AddressTakedown, type TakedownTarget } from './AddressTakedown.tsx';

/** Takes down something of the user or brand whose sheet this is a part of. */
export function TakedownSection({ targets }: { targets: readonly TakedownTarget[] }) {
  const heading = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={desk.section} aria-labelledby={heading}>
      <h3 id={heading}>
        <Trans>Take down</Trans>
      </h3>
      {isOpen ? (
        <AddressTakedown targets={targets} onDone={() => setOpen(false)} />
      ) : (
        <>
          <p className={desk.quiet}>
            <Trans>A storefront, shortlink or picture becomes unavailable at once, and its page says why.</Trans>
          </p>
          <div>
            <Button small look="quiet" onClick={() => setOpen(true)}>
              <Trans>Choose what to take down</Trans>
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
