/** What a user's status number says. `active` alone may use the app (S05); any other number may only sign in and be told why. */
export const userStatus = { notRegistered: 0, registering: 10, suspended: 50, closed: 90, active: 100 } as const;

/** The statuses that an operator can give. */
export const givenStatuses = [
  userStatus.active,
  userStatus.suspended,
  userStatus.registering,
  userStatus.closed,
] as const;

/** Why a user may not use the app. `inactive` is a number that we don't know. */
export type Barrier = 'registration_unfinished' | 'suspended' | 'closed' | 'inactive';

/** Why a user with this status may not use the app; `undefined` if they may. */
export function barrierOf(status: number): Barrier | undefined {
  switch (status) {
    case userStatus.active:
      return undefined;
    case userStatus.notRegistered:
    case userStatus.registering:
      return 'registration_unfinished';
    case userStatus.suspended:
      return 'suspended';
    case userStatus.closed:
      return 'closed';
    default:
      return 'inactive';
  }
}
