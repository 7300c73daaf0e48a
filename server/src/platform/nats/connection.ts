import type { NatsConnection } from '@nats-io/transport-node';

// Addresses of NATS servers, and connections to them. The client is loaded only by who connects.

export type NatsAddress = {
  /** Each with its port. */
  servers: readonly string[];
  user: string | undefined;
  password: string | undefined;
  isEncrypted: boolean;
};

export const natsAddressRule = 'must be like nats://user:password@10.0.0.1:4222,10.0.0.2:4222,10.0.0.3:4222';

const defaultPort = 4222;
const addressPattern = /^(nats|tls):\/\/(?:([^:@/]+):([^@/]+)@)?([^@/]+)\/?$/;
const hostPattern = /^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/;

/** What an address says; undefined if it is not valid. */
export function readNatsAddress(text: string): NatsAddress | undefined {
  const [, scheme, user, password, hosts = ''] = addressPattern.exec(text) ?? [];
  const servers = hosts.split(',').map(serverOf);
  if (scheme === undefined || !servers.every((server) => server !== undefined)) return undefined;
  try {
    return {
      servers,
      user: user && decodeURIComponent(user),
      password: password && decodeURIComponent(password),
      isEncrypted: scheme === 'tls',
    };
  } catch {
    return undefined;
  }
}

function serverOf(text: string): string | undefined {
  const [, host, port = String(defaultPort)] = hostPattern.exec(text.trim()) ?? [];
  return host === undefined || Number(port) < 1 || Number(port) > 65_535 ? undefined : `${host}:${port}`;
}

/** A server that answers nothing counts as away after two of these. */
const pingMs = 2_000;
const connectMs = 2_000;
const retryMs = 250;

/** Tries each server once. A connection that was there once comes back by itself, also through another server. */
export async function connectToNats(address: NatsAddress, name: string): Promise<NatsConnection> {
  const { connect } = await import('@nats-io/transport-node');
  const options = {
    servers: [...address.servers],
    ...(address.user === undefined ? {} : { user: address.user }),
    ...(address.password === undefined ? {} : { pass: address.password }),
    ...(address.isEncrypted ? { tls: {} } : {}),
    name,
    timeout: connectMs,
    noAsyncTraces: true,
  };
  // With the options below, the client would try a wrong password forever and not say so.
  const first = await connect({ ...options, reconnect: false });
  await first.close();
  return connect({
    ...options,
    pingInterval: pingMs,
    maxPingOut: 2,
    reconnectTimeWait: retryMs,
    maxReconnectAttempts: -1,
    // A password can be changed on the servers first.
    ignoreAuthErrorAbort: true,
  });
}
