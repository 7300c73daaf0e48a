import { msg } from '@lingui/core/macro';

/** The specification's text for figures that include shortlink clicks (S16). */
export const shortlinkNote = msg`Includes data from affiliate shortlinks shared by the creator that go directly to the product page.`;
