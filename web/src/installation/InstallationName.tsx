import { Trans, useLingui } from '@lingui/react/macro';
import type { Installation } from '@vitrine/contract/installation.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { useChangeInstallation } from './installation.data.ts';
import { classes } from '../ui/classes.ts';
import styles from './installation.module.css';

const longestName = 60;

type InstallationNameProps = {
  installation: Installation;
  onSaved?: () => void;
  /** A second button beside the one that saves. */
  beside?: ReactNode;
};

/** The name of the installation. Left blank, emails come from Vitrine. */
export function InstallationName({ installation, onSaved, beside }: InstallationNameProps) {
  const { t } = useLingui();
  const changing = useChangeInstallation();
  const [name, setName] = useState(installation.name ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    changing.mutate(
      { name: name.trim() || null },
      {
        onSuccess: () => {
          showToast(t`Name saved.`);
          onSaved?.();
        },
      },
    );
  };
  return (
    <section className={classes(desk.section, styles.section)} aria-labelledby="installation-name">
      <h2 id="installation-name">
        <Trans>Name</Trans>
      </h2>
      <form className={desk.form} onSubmit={submit} noValidate>
        <TextField
          label={t`Name of this installation`}
          name="name"
          value={name}
          maxLength={longestName}
          onChange={({ target }) => setName(target.value)}
          hint={t`Usually your company’s name. Emails come from it, and this console shows it. Leave blank to use Vitrine.`}
        />
        <Refused error={changing.error} />
        <div className={desk.actions}>
          <Button type="submit" busy={changing.isPending}>
            <Trans>Save name</Trans>
          </Button>
          {beside}
        </div>
      </form>
    </section>
  );
}
