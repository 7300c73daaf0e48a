/** The status numbers of a user. Only `active` may use the app (S05); any other status may only log in and see why. */
export const userStatus = { notRegistered: 0, registering: 10, locked: 50, closed: 90, active: 100 } as const;

/** The statuses that an operator can set. */
export const givenStatuses = [userStatus.active, userStatus.locked, userStatus.registering, userStatus.closed] as const;

/** Why a user may not use the app. `inactive` stands for an unknown number. */
export type Barrier = 'registration_unfinished' | 'locked' | 'closed' | 'inactive';

/**
 * Why a user with this status may not use the app; `undefined` if they may. Someone who was active before isn't told that
 * they are not active yet.
 */
export function barrierOf(status: number, wasActive: boolean): Barrier | undefined {
  switch (status) {
    case userStatus.active:
      return undefined;
    case userStatus.notRegistered:
    case userStatus.registering:
      return wasActive ? 'locked' : 'registration_unfinished';
    case userStatus.locked:
      return 'locked';
    case userStatus.closed:
      return 'closed';
    default:
      return 'inactive';
  }
}
