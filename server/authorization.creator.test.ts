import { judgeCallers, judgeMixedIds, openMatrix } from './authorization.matrix.testing.ts';

// Creators of two brands, and one whose status is not 100.

const matrix = openMatrix();

judgeCallers(matrix, 'creator');
judgeMixedIds(matrix, 'creator');
