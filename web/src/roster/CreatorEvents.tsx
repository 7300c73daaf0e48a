import { Trans, useLingui } from '@lingui/react/macro';
import type { CreatorEvent } from '@vitrine/contract/roster.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import styles from './roster.module.css';

function useEventText() {
  const { t } = useLingui();
  const { day } = useDates();
  return (event: CreatorEvent): string => {
    switch (event.kind) {
      case 'joined':
        return t`Joined`;
      case 'moved': {
        const [group, from] = [event.group ?? t`no group`, day(event.effective_at)];
        return t`Moved to ${group}, from ${from}`;
      }
      case 'paused': {
        const { reason } = event;
        return t`Paused: “${reason}”`;
      }
      case 'suspended':
        return t`Suspended by the operator, at all brands`;
      case 'suspension_ended':
        return t`No longer suspended by the operator`;
      case 'objected': {
        const { text } = event;
        return t`Objected to the pause: “${text}”`;
      }
      case 'upheld': {
        const { answer } = event;
        return t`Objection rejected: “${answer}”`;
      }
      case 'resumed':
        return t`Resumed`;
      case 'ending': {
        const [reason, from] = [event.reason, day(event.ends_at)];
        return t`End announced for ${from}: “${reason}”`;
      }
      case 'kept':
        return t`End withdrawn`;
      case 'rejoined':
        return t`Joined again`;
      default: {
        const [version, from] = [event.version, day(event.effective_at)];
        return t`Version ${version} of the terms, from ${from}`;
      }
    }
  };
}

/** Everything that happened to a creator at this brand, newest first. */
export function CreatorEvents({ events }: { events: readonly CreatorEvent[] }) {
  const { moment } = useDates();
  const textOf = useEventText();
  return (
    <section className={desk.section} aria-labelledby="history">
      <h2 id="history">
        <Trans>History</Trans>
      </h2>
      <ul className={styles.list}>
        {events.map((event) => (
          <li key={`${event.kind} ${event.at}`} className={styles.line}>
            <span className={styles.note}>{textOf(event)}</span>
            <span className={desk.quiet}>
              {moment(event.at)}
              {event.by ? ` · ${event.by}` : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
