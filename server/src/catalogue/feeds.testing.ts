import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FeedServer = {
  url: string;
  /** The headers of each request, in the order in which they came. */
  requests: IncomingHttpHeaders[];
  /** What it answers from now on. */
  answer: (response: ServerResponse, path: string) => void;
  /** Answers with a text from now on. */
  serve: (body: string | Buffer, headers?: Record<string, string>, status?: number) => void;
  close(): void;
};

/** A shop's server on loopback that has a product feed. */
export async function openFeedServer(): Promise<FeedServer> {
  const feed: FeedServer = {
    url: '',
    requests: [],
    answer: (response) => response.writeHead(404).end(),
    serve: (body, headers = {}, status = 200) => {
      feed.answer = (response) => response.writeHead(status, { 'content-type': 'text/csv', ...headers }).end(body);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server: Server = createServer((request, response) => {
    feed.requests.push(request.headers);
    feed.answer(response, request.url ?? '');
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  feed.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.csv`;
  return feed;
}
