import { msg } from '@lingui/core/macro';

/** The specification's words, wherever clicks of shortlinks are part of a figure (S16). */
export const shortlinkNote = msg`Includes data from affiliate shortlinks shared by the creator that go directly to the product page.`;
