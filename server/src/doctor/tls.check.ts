import { once } from 'node:events';
import { connect } from 'node:tls';
import type { Clock } from '../platform/clock.ts';
import { addressesOf } from '../platform/variants/variants.ts';
import type { Config } from '../config.ts';
import { error, type Diagnosis, ok, reasonOf, warning } from './diagnosis.ts';
import { isLoopback } from './settings.check.ts';

const dayMs = 86_400_000;
const warnDays = 14;
const patienceMs = 5_000;

/** The certificate of each public address, and when it expires. `ca` is trusted in addition, in tests. */
export async function checkTls(
  config: Pick<Config, 'publicUrl' | 'variants'>,
  clock: Clock,
  ca?: string,
): Promise<Diagnosis[]> {
  return Promise.all(addressesOf(config).map((url) => checkAddress(new URL(url), clock, ca)));
}

async function checkAddress(url: URL, clock: Clock, ca?: string): Promise<Diagnosis> {
  const { hostname, port, protocol, href } = url;
  if (protocol === 'http:' && isLoopback(href)) return ok(`${hostname} is this machine and needs no certificate`);
  if (protocol === 'http:')
    return error(`${hostname} is not encrypted, so passwords can be read on the way. Put a TLS proxy in front.`);
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    // The certificate is judged below, with its dates first.
    rejectUnauthorized: false,
    timeout: patienceMs,
    ...(ca === undefined ? {} : { ca }),
  });
  socket.once('timeout', () => socket.destroy(new Error(`no answer within ${patienceMs / 1_000} s`)));
  try {
    await once(socket, 'secureConnect');
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - clock.now().getTime()) / dayMs);
    if (days < 0) return error(`The certificate of ${hostname} expired ${-days} days ago. Renew it.`);
    if (!socket.authorized)
      return error(
        `The certificate of ${hostname} is not trusted: ${reasonOf(socket.authorizationError)}. Replace it.`,
      );
    if (days < warnDays) return warning(`The certificate of ${hostname} expires in ${days} days. Renew it.`);
    return ok(`the certificate of ${hostname} is valid for ${days} days`);
  } catch (thrown) {
    return error(`${hostname} does not answer with TLS: ${reasonOf(thrown)}. Check the proxy.`);
  } finally {
    socket.destroy();
  }
}
