import { Trans, useLingui } from '@lingui/react/macro';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Choices } from '../ui/Choices.tsx';
import { showToast } from '../ui/toasts.ts';
import { useBrandSettingsMutations } from './brand-settings.data.ts';
import { NumberSetting } from './NumberSetting.tsx';
import type { SettingsPartProps } from './ProgramSettings.tsx';
import styles from './settings.module.css';

/** How clicks and codes become commissions. */
export function CountingSettings({ merchant, settings }: SettingsPartProps) {
  const { t } = useLingui();
  const fromNow = t`Saved. It applies to clicks from now on; earlier ones keep what they had.`;
  return (
    <section className={desk.section} aria-labelledby="counting">
      <h2 id="counting">
        <Trans>What earns a commission</Trans>
      </h2>
      <p className={desk.quiet}>
        <Trans>
          A change applies to clicks that are made from now on. Each order is decided by what was in effect at its
          click. Your creators see every change.
        </Trans>
      </p>
      <div className={styles.rows}>
        <NumberSetting
          merchant={merchant}
          field="attribution_window_days"
          value={settings.attribution_window_days}
          limits={[1, 365]}
          label={t`Days a click counts`}
          hint={t`An order earns if it is placed at most this many days after the click.`}
          saved={fromNow}
        />
        <WhichClick merchant={merchant} settings={settings} saved={fromNow} />
        <CodeOrLink merchant={merchant} settings={settings} saved={fromNow} />
        <NumberSetting
          merchant={merchant}
          field="duplicate_window_minutes"
          value={settings.duplicate_window_minutes}
          limits={[0, 1_440]}
          label={t`Minutes until a second click counts`}
          hint={t`A second click of the same browser on a link within this time is recorded as a repeat.`}
          saved={fromNow}
        />
        <NumberSetting
          merchant={merchant}
          field="return_window_days"
          value={settings.return_window_days}
          limits={[0, 180]}
          label={t`Days to return`}
          hint={t`A commission can be cashed out this many days after its order, when it can no longer be returned.`}
          saved={fromNow}
        />
      </div>
    </section>
  );
}

type ChoiceProps = SettingsPartProps & { saved: string };

function WhichClick({ merchant, settings: { attribution_model: value }, saved }: ChoiceProps) {
  const { t } = useLingui();
  const { change } = useBrandSettingsMutations(merchant);
  return (
    <div className={styles.choice}>
      <span className={styles.name} aria-hidden="true">
        <Trans>Which click counts</Trans>
      </span>
      <Choices
        label={t`Which click counts`}
        value={value}
        choices={[
          { value: 'last_click', label: t`The last one before the order` },
          { value: 'first_click', label: t`The first one that still counts` },
        ]}
        onChoose={(wanted) => change.mutate({ attribution_model: wanted }, { onSuccess: () => showToast(saved) })}
      />
      <Refused error={change.error} />
    </div>
  );
}

function CodeOrLink({ merchant, settings: { precedence: value }, saved }: ChoiceProps) {
  const { t } = useLingui();
  const { change } = useBrandSettingsMutations(merchant);
  return (
    <div className={styles.choice}>
      <span className={styles.name} aria-hidden="true">
        <Trans>Code and link on one order</Trans>
      </span>
      <Choices
        label={t`Code and link on one order`}
        value={value}
        choices={[
          { value: 'code', label: t`The discount code wins` },
          { value: 'link', label: t`The link wins` },
        ]}
        onChoose={(wanted) => change.mutate({ precedence: wanted }, { onSuccess: () => showToast(saved) })}
      />
      <Refused error={change.error} />
    </div>
  );
}
