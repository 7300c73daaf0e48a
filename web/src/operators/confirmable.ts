import { ApiProblem } from '../api/problem.ts';

/** Whether a name or a host was refused that the operator can use after all, if they mean it. */
export function isConfirmable(error: Error | null): boolean {
  return (
    error instanceof ApiProblem &&
    Object.values(error.errors)
      .flat()
      .some((reason) => reason.includes('is_deliberate'))
  );
}

/** A reason of the server without the name of the field that confirms it: the form has a box for that. */
export const withoutField = (reason: string) => reason.replace(' (is_deliberate)', '');
