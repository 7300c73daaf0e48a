import { judgeCallers, openMatrix } from './authorization.matrix.testing.ts';

// The operator of the installation.

judgeCallers(openMatrix(), 'operator');
