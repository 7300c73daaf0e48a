// Runs the server on the pinned Node. `npm start` ends here, and `npm run dev` restarts it.
import { loadEnvironment } from './node.mjs';

loadEnvironment();
const server = await import('../server/src/main.ts');
await server.main?.();
