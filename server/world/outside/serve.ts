import { openOutsideSocial } from './social.ts';

// The platforms in their own process, for journeys in a browser; their port is OUTSIDE_PORT.
await openOutsideSocial({ port: Number(process.env['OUTSIDE_PORT']) });
