import { version as built } from '../../package.json';

/** The version of the portal that this browser runs. */
export const version: string = built;
