import type { MessageDescriptor } from '@lingui/core';

/** `t` of useLingui, for functions that name a text of ours in the user's language and pass on what others wrote. */
export type Translate = (text: MessageDescriptor) => string;
