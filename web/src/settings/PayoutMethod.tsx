import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/Button.tsx';
import { Section } from './Section.tsx';

/** Where money goes is kept with the money: it asks for the password again and is done on the earnings page. */
export function PayoutMethod() {
  return (
    <Section id="payouts" about={<Trans>Where brands send what you have earned.</Trans>}>
      <Link to="/earnings" className={buttonClass({ look: 'quiet', small: true })}>
        <Trans>Go to your earnings</Trans>
      </Link>
    </Section>
  );
}
