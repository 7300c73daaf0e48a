import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

/** Goes to the page with everything of the user's that is taken down. */
export function WhyLink() {
  return (
    <Link to="/takedowns">
      <Trans>See why, and how to object</Trans>
    </Link>
  );
}
