import { Trans, useLingui } from '@lingui/react/macro';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { PushDevice } from '@vitrine/contract/notifications.push.ts';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import { type PushSupport, pushSupport } from '../notifications/push.ts';
import { isPhone } from '../sessions/phones.ts';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import { failureOf } from './failures.ts';
import { usePushDevices } from './push-devices.data.ts';
import styles from './settings.module.css';

/** The browsers that get push notifications, and the button that adds this one. */
export function PushDevices() {
  const { t } = useLingui();
  const { devices, add } = usePushDevices();
  const [support, setSupport] = useState(pushSupport);
  const isHere = devices.some(({ current }) => current);
  const turnOn = () =>
    add.mutate(undefined, {
      onSuccess: (device) => {
        setSupport(pushSupport());
        if (device) showToast(t`This browser gets notifications now.`);
      },
      onError: (error) => showToast(t(failureOf(error).text)),
    });
  return (
    <div className={styles.form}>
      <div>
        <h3 className={styles.factName}>
          <Trans>Push notifications</Trans>
        </h3>
        <p className={styles.hint}>
          {isHere ? (
            <Trans>This browser shows notifications, also when the portal isn’t open, until you log out.</Trans>
          ) : (
            <SupportText support={support} />
          )}
        </p>
      </div>
      {support === 'possible' && !isHere ? (
        <Button look="quiet" small busy={add.isPending} onClick={turnOn}>
          <Trans>Turn on in this browser</Trans>
        </Button>
      ) : null}
      {devices.length > 0 ? (
        <ul className={styles.list}>
          {devices.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function SupportText({ support }: { support: PushSupport }) {
  if (support === 'denied')
    return (
      <Trans>
        This browser blocks notifications from this site. Allow them in the site settings, next to the address, and
        reload the page.
      </Trans>
    );
  if (support === 'home_screen')
    return (
      <Trans>
        On an iPhone or iPad, first add the portal to your home screen: tap Share, then Add to Home Screen. Open it from
        there and turn on notifications here.
      </Trans>
    );
  if (support === 'none') return <Trans>This browser can’t show push notifications.</Trans>;
  return <Trans>Get what you choose below on this device right away, also when the portal isn’t open.</Trans>;
}

function Device({ device: { id, browser, system, added_at: at, current } }: { device: PushDevice }) {
  const { t } = useLingui();
  const { day } = useDates();
  const { remove } = usePushDevices();
  const Icon = isPhone(system) ? IconDeviceMobile : IconDeviceDesktop;
  const name = browser && system ? t`${browser} on ${system}` : browser || system || t`An unknown device`;
  const since = day(at);
  return (
    <li className={styles.device}>
      <Icon size={24} stroke={1.5} aria-hidden="true" />
      <div className={styles.factText}>
        <p>{name}</p>
        <p className={styles.hint}>
          {current ? <Trans>This device, since {since}</Trans> : <Trans context="day">Since {since}</Trans>}
        </p>
      </div>
      <Button
        look="plain"
        small
        busy={remove.isPending}
        aria-label={t`Turn off notifications on ${name}`}
        onClick={() => remove.mutate({ id, current }, { onError: (error) => showToast(t(failureOf(error).text)) })}
      >
        <Trans>Turn off</Trans>
      </Button>
    </li>
  );
}
