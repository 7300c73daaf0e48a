declare module 'autocannon' {
  type Request = { method: 'GET'; path: string; headers: Record<string, string> };
  type Options = {
    url: string;
    connections: number;
    duration: number;
    /** Requests per second of all connections together. */
    overallRate?: number;
    requests: Request[];
  };
  type Result = {
    requests: { total: number; average: number };
    latency: { p50: number; p99: number };
    errors: number;
    timeouts: number;
    '4xx': number;
    '5xx': number;
  };
  const autocannon: (options: Options) => Promise<Result>;
  export default autocannon;
}
