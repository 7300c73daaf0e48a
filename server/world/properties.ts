import { configureGlobal } from 'fast-check';

// Property tests try the same values in every run, so that a change alone decides whether they pass. `PROPERTY_SEED` with
// another number tries others.

configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_127) });
