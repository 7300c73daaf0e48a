import { Trans, useLingui } from '@lingui/react/macro';
import { useDates } from '../accounts/dates.ts';
import { hostReason } from '../brand/reason-texts.ts';
import desk from '../consoles/Console.module.css';
import type { SettingsPartProps } from './ProgramSettings.tsx';
import styles from './settings.module.css';
import { TextSetting } from './TextSetting.tsx';
import { WaitingReviews } from './WaitingReviews.tsx';

const host = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** What a change of the name needs in the shop, and which former names are still read. */
function ParameterHint({ settings }: Pick<SettingsPartProps, 'settings'>) {
  const { calendarDay } = useDates();
  return (
    <>
      <Trans>
        Links use a new name at once. If your shop uses our snippet, copy its new version into your shop then: clicks
        don’t reach your shop until you do. We read the former name for 30 days, or for the attribution window if that’s
        longer.
      </Trans>
      {settings.former_click_parameters.map(({ name, read_until: until }) => {
        const day = calendarDay(until.slice(0, 10));
        return (
          <span key={name} className={styles.former}>
            <Trans>
              Also read until {day}: {name}
            </Trans>
          </span>
        );
      })}
    </>
  );
}

/** Where links may lead, and how the click gets to the shop. */
export function LinkSettings({ merchant, settings }: SettingsPartProps) {
  const { t } = useLingui();
  const shop = settings.shop_host;
  const readHosts = (text: string) => {
    const hosts = text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean);
    const wrong = hosts.find((each) => !host.test(each));
    if (wrong) return t`“${wrong}” isn’t a host. Enter hosts like shop.example, without https://.`;
    return hosts.length > 20 ? t`Please enter at most 20 hosts.` : { hosts };
  };
  const readParameter = (text: string) =>
    /^[a-z][a-z0-9_]{0,31}$/.test(text.trim())
      ? { click_parameter: text.trim() }
      : t`Please enter 1 to 32 lower-case letters, numbers and underscores, beginning with a letter.`;
  return (
    <section className={desk.section} aria-labelledby="links">
      <h2 id="links">
        <Trans>Links</Trans>
      </h2>
      <div className={styles.rows}>
        <TextSetting
          merchant={merchant}
          name="hosts"
          value={settings.hosts.join(', ')}
          label={t`Hosts of your shop`}
          hint={t`Creators’ links may lead only to these. ${shop} is always one. Links to a host you remove keep working. Only owners can add one.`}
          read={readHosts}
          refused={hostReason}
          saved={({ reviews }) =>
            reviews.some(({ kind }) => kind === 'host')
              ? t`Hosts saved. An operator looks at some first.`
              : t`Hosts saved.`
          }
          maxLength={2_000}
        />
        <WaitingReviews merchant={merchant} settings={settings} kind="host" />
        <TextSetting
          merchant={merchant}
          name="click_parameter"
          value={settings.click_parameter}
          label={t`Name of the click in addresses`}
          hint={<ParameterHint settings={settings} />}
          read={readParameter}
          refused={() => t`This name can’t be used. Choose another one.`}
          saved={() => t`Saved. Copy the new snippet into your shop now.`}
          maxLength={40}
        />
      </div>
    </section>
  );
}
