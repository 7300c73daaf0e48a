import { judgeCallers, openMatrix } from './authorization.matrix.testing.ts';

// The API keys of two brands' shops.

judgeCallers(openMatrix(), 'shop');
