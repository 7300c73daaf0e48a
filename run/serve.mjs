// The server alone, on the pinned Node: what `npm start` ends in and what `npm run dev` restarts.
import { loadEnvironment } from './node.mjs';

loadEnvironment();
const server = await import('../server/src/main.ts');
await server.main?.();
