import { createServer } from 'node:http';
import { Registry } from 'prom-client';
import { createBrowserMarks } from '../server/src/platform/browser.mark.ts';
import { startRedirector } from '../server/src/redirector.ts';
import { createLog } from '../server/src/platform/log.ts';
import { shippedVariants } from '../server/src/platform/variants/variants.testing.ts';

// Servers to measure. `bare` answers every request with a 302 and does nothing else; `product` is the redirector alone, with
// journal, drain and metrics, which starts faster than the whole node. Arguments: role, port, and for the product the database's URL,
// the data folder and the node's name.

const [role = 'bare', port = '0', url = '', dataDir = '', nodeId = 'bench'] = process.argv.slice(2);

function listen(server: ReturnType<typeof createServer>): void {
  server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
}

if (role === 'bare') {
  listen(
    createServer((_request, response) => {
      response.writeHead(302, { Location: 'https://shop.example/products/linen-shirt?variant=12345' });
      response.end();
    }),
  );
} else {
  const metrics = new Registry();
  const redirector = await startRedirector({
    dataDir,
    nodeId,
    publicUrl: `http://localhost:${port}`,
    trustProxy: ['127.0.0.1'],
    variants: shippedVariants,
    pg: { url },
    browserMarks: createBrowserMarks(['bench-bench-bench-bench-bench-bench']),
    log: createLog('fatal'),
    metrics,
  });
  const server = createServer((request, response) => {
    if (redirector.lane(request, response)) return;
    response.end(JSON.stringify({ ...redirector.backlog(), ...redirector.counts() }));
  });
  listen(server);
  process.on('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
    void redirector.stop().then(() => process.exit(0));
  });
}
