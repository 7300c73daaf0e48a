/** Where ClickHouse is, from FIGURES. */
export type EngineAddress = { url: string; user: string; password: string; database: string };

const example = 'clickhouse://user:password@clickhouse.example:8443/vitrine';

/** The first thing that is wrong with FIGURES; never contains the password. */
export function faultOfEngineAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return `must be like ${example}`;
  const url = new URL(text);
  if (url.protocol !== 'clickhouse:') return `must begin with clickhouse://, like ${example}`;
  if (url.hostname === '') return `must name a host, like ${example}`;
  if (!/^\/\w{1,64}$/.test(url.pathname)) return `must name a database after the host, like ${example}`;
  if (/%(?![0-9a-f]{2})/i.test(url.username + url.password))
    return 'has a % that is not followed by two hexadecimal digits. Write % as %25';
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'tls');
  if (unknown !== undefined) return `has the option ${unknown}, but only tls is an option`;
  const tls = url.searchParams.get('tls');
  return tls === null || tls === 'on' || tls === 'off' ? undefined : `has tls=${tls}, but must have tls=on or off`;
}

/** The address must have no fault. */
export function parseEngineAddress(text: string): EngineAddress {
  const url = new URL(text);
  const isLoopback = url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d+){3}$/.test(url.hostname);
  const tls = url.searchParams.get('tls');
  const isPlain = tls === 'off' || (tls === null && isLoopback);
  const port = url.port || (isPlain ? '8123' : '8443');
  return {
    url: `${isPlain ? 'http' : 'https'}://${url.hostname}:${port}`,
    user: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  };
}
