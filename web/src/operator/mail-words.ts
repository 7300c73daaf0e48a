import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OutboxMail } from '@vitrine/contract/operators.ts';

type State = OutboxMail['state'];

export const mailStates = {
  waiting: msg`Waiting`,
  sent: msg`Sent`,
  failed: msg`Failed`,
} satisfies Record<State, MessageDescriptor>;

export function isMailState(value: string | undefined): value is State {
  return value !== undefined && Object.hasOwn(mailStates, value);
}

export function mailLook(state: State): 'good' | 'bad' | 'wait' {
  if (state === 'sent') return 'good';
  return state === 'failed' ? 'bad' : 'wait';
}
