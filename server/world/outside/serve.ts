import { openOutsideSocial } from './social.ts';

// The platforms as a process of their own, for journeys in a real browser: their address stands in OUTSIDE_PORT.
await openOutsideSocial({ port: Number(process.env['OUTSIDE_PORT']) });
