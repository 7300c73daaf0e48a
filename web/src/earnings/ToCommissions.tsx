import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/Button.tsx';

/** From where nothing is listed to where what was earned is. */
export function ToCommissions() {
  return (
    <Link to="/earnings" resetScroll={false} className={buttonClass({ look: 'quiet' })}>
      <Trans>See all commissions</Trans>
    </Link>
  );
}
