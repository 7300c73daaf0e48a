import type { Clock } from '../platform/clock.ts';
import type { Config } from '../config.ts';
import { type Arrival, echoHeader, echoPath, signQuestion } from './proxy.echo.ts';
import { error, type Diagnosis, ok, reasonOf, warning } from './diagnosis.ts';

const patienceMs = 5_000;

type Asked = Pick<Config, 'publicUrl' | 'host' | 'port' | 'secretKey'>;

/** Asks this installation through PUBLIC_URL, and what the proxy in front of it passes on. */
export async function checkAddress(config: Asked, clock: Clock): Promise<Diagnosis> {
  const { publicUrl } = config;
  const headers = { [echoHeader]: signQuestion(config.secretKey, clock.now()) };
  const answer = await fetch(`${publicUrl}${echoPath}`, {
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  }).catch((thrown: unknown) => reasonOf(thrown));
  if (typeof answer === 'string') {
    if (!(await isRunning(config))) return ok(`not checked, because no server runs here: ${publicUrl}: ${answer}`);
    return error(`The server runs, but ${publicUrl} does not answer: ${answer}. Check DNS, the proxy and PUBLIC_URL.`);
  }
  if (answer.status !== 200) {
    await answer.body?.cancel();
    return error(
      `${publicUrl} is answered by something else, or with another SECRET_KEY (status ${answer.status}). Check the proxy.`,
    );
  }
  // Only a server with our key answers 200, and it answers with this.
  return judgeArrival((await answer.json()) as Arrival, new URL(publicUrl));
}

/** Whether the proxy passes on what the server needs to know of a visitor. */
export function judgeArrival(
  { peer, isTrusted, isForwarded, host }: Arrival,
  { host: publicHost, protocol, origin }: URL,
): Diagnosis {
  if (host !== publicHost)
    return error(`The proxy passes the host ${host} instead of ${publicHost}. Let it keep the Host header.`);
  if (isForwarded && !isTrusted)
    return warning(`The proxy ${peer} is not trusted, so all visitors count as one. Set TRUST_PROXY=${peer}`);
  // The server itself speaks only HTTP.
  if (protocol === 'https:' && !isForwarded)
    return warning('The proxy does not send X-Forwarded-For, so all visitors count as one. Let it add the header.');
  return ok(`${origin} answers${isForwarded ? `, through the trusted proxy ${peer}` : ''}`);
}

/** Whether a server answers at HOST and PORT, without a proxy. */
async function isRunning({ host, port }: Asked): Promise<boolean> {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/healthz`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}
