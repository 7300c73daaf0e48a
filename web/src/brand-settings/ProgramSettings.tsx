import { Trans, useLingui } from '@lingui/react/macro';
import type { BrandSettings } from '@vitrine/contract/brand-settings.ts';
import { pictureTypes } from '@vitrine/contract/pictures.ts';
import { type ChangeEvent, useRef, useState } from 'react';
import { nameReason, pictureReason } from '../brand/reason-texts.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { imageSource } from '../format/images.ts';
import { zonesWith } from '../format/time-zones.ts';
import { Button } from '../ui/Button.tsx';
import { hiddenClass } from '../ui/Hidden.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { Select } from '../ui/Select.tsx';
import { showToast } from '../ui/toasts.ts';
import { useBrandSettingsMutations } from './brand-settings.data.ts';
import { PauseProgram } from './PauseProgram.tsx';
import styles from './settings.module.css';
import { TextSetting } from './TextSetting.tsx';
import { WaitingReviews } from './WaitingReviews.tsx';

export type SettingsPartProps = { merchant: string; settings: BrandSettings };

/** What the brand is called and looks like, its time zone, and whether it works with creators now. */
export function ProgramSettings({ merchant, settings }: SettingsPartProps) {
  const { t } = useLingui();
  const { slug } = settings;
  return (
    <section className={desk.section} aria-labelledby="program">
      <h2 id="program">
        <Trans>Your brand</Trans>
      </h2>
      <p className={desk.quiet}>
        <Trans>Creators and shoppers see these. Changes show at once. Your address stays /{slug}.</Trans>
      </p>
      <div className={styles.rows}>
        <Logo merchant={merchant} settings={settings} />
        <TextSetting
          merchant={merchant}
          name="display_name"
          value={settings.display_name}
          label={t`Brand name`}
          hint={t`At most 80 characters.`}
          maxLength={200}
          read={(text) =>
            text.trim() === '' || text.trim().length > 80
              ? t`Please enter a name of at most 80 characters.`
              : { display_name: text.trim() }
          }
          refused={nameReason}
          saved={({ reviews }) =>
            reviews.some(({ kind }) => kind === 'name') ? t`Sent. An operator looks at the name first.` : t`Name saved.`
          }
        />
        <WaitingReviews merchant={merchant} settings={settings} kind="name" />
        <Accent merchant={merchant} settings={settings} />
        <Zone merchant={merchant} settings={settings} />
        <PauseProgram merchant={merchant} settings={settings} />
      </div>
    </section>
  );
}

function Logo({ merchant, settings: { logo, display_name: name } }: SettingsPartProps) {
  const { t } = useLingui();
  const { changeLogo } = useBrandSettingsMutations(merchant);
  const input = useRef<HTMLInputElement>(null);
  const save = (file: File | null) =>
    changeLogo.mutate(file, { onSuccess: () => showToast(file ? t`Logo saved. It’s live.` : t`Logo removed.`) });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (file) save(file);
  };
  return (
    <div className={styles.choice}>
      <div className={styles.logoRow}>
        <Avatar src={imageSource(logo)} name={name} className={styles.logo} />
        <div className={styles.buttons}>
          <Button look="quiet" small busy={changeLogo.isPending} onClick={() => input.current?.click()}>
            {logo ? <Trans>Change logo</Trans> : <Trans>Add logo</Trans>}
          </Button>
          {logo ? (
            <Button look="plain" small disabled={changeLogo.isPending} onClick={() => save(null)}>
              <Trans>Remove</Trans>
            </Button>
          ) : null}
        </div>
        <input
          ref={input}
          type="file"
          accept={pictureTypes.join(',')}
          className={hiddenClass}
          tabIndex={-1}
          aria-label={t`Logo file`}
          onChange={choose}
        />
      </div>
      <p className={desk.quiet}>
        <Trans>A square picture of at least 200 pixels looks best: JPEG, PNG, WebP or GIF, at most 10 MB.</Trans>
      </p>
      <Refused error={changeLogo.error} reasonOf={pictureReason} />
    </div>
  );
}

function Accent({ merchant, settings: { accent } }: SettingsPartProps) {
  const { t } = useLingui();
  const { change } = useBrandSettingsMutations(merchant);
  const [chosen, setChosen] = useState<string>();
  const shown = chosen ?? accent ?? '#a4452c';
  const save = (wanted: string | null) =>
    change.mutate(
      { accent: wanted },
      {
        onSuccess: () => {
          setChosen(undefined);
          showToast(wanted ? t`Color saved.` : t`The portal’s own color is used again.`);
        },
      },
    );
  return (
    <div className={styles.choice}>
      <label className={styles.name} htmlFor="accent">
        <Trans>Color</Trans>
      </label>
      <div className={styles.color}>
        <input id="accent" type="color" value={shown} onChange={({ target }) => setChosen(target.value)} />
        <Button
          look="quiet"
          small
          busy={change.isPending}
          disabled={shown === accent || (chosen === undefined && accent === null)}
          onClick={() => save(shown)}
        >
          <Trans>Save color</Trans>
        </Button>
        {accent ? (
          <Button look="plain" small disabled={change.isPending} onClick={() => save(null)}>
            <Trans>Use the portal’s own</Trans>
          </Button>
        ) : null}
      </div>
      <p className={desk.quiet}>
        <Trans>
          Used on storefronts whose creators haven’t chosen a color. Text in it stays readable in light and dark mode.
        </Trans>
      </p>
      <Refused error={change.error} />
    </div>
  );
}

function Zone({ merchant, settings: { time_zone: zone } }: SettingsPartProps) {
  const { t } = useLingui();
  const { change } = useBrandSettingsMutations(merchant);
  return (
    <div className={styles.choice}>
      <span className={styles.name} aria-hidden="true">
        <Trans>Time zone</Trans>
      </span>
      <Select
        label={t`Time zone`}
        value={zone}
        choices={zonesWith(zone)}
        onChoose={(wanted) => change.mutate({ time_zone: wanted }, { onSuccess: () => showToast(t`Time zone saved.`) })}
      />
      <p className={desk.quiet}>
        <Trans>Everyone in this console sees times and days in it.</Trans>
      </p>
      <Refused error={change.error} />
    </div>
  );
}
