import type { MessageDescriptor } from '@lingui/core';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';

/** The fields that the server refused, and the text for any other failure. */
export function failureOf(error: unknown): { fields: ReadonlySet<string>; text: MessageDescriptor } {
  const problem = error instanceof ApiProblem ? error : undefined;
  return { fields: new Set(Object.keys(problem?.errors ?? {})), text: failureText(error) };
}
