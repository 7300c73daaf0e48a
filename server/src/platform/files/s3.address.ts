/** Where files are kept in S3, from FILES. */
export type S3Address = {
  endpoint: string;
  region: string;
  bucket: string;
  /** Before each name: empty, or ends with a slash. */
  prefix: string;
  /** The bucket is part of the path, not of the host name. */
  pathStyle: boolean;
  /** Undefined: the role of the machine at AWS. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Whether new files go to S3, or all files back to the database. */
  keepsNew: boolean;
};

const example = 's3://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket';
const options = ['region', 'style', 'tls', 'new'];
const choices: Record<string, readonly string[]> = {
  style: ['path', 'host'],
  tls: ['on', 'off'],
  new: ['s3', 'database'],
};

/** The first thing that is wrong with FILES; never contains the secret. */
export function faultOfS3Address(text: string): string | undefined {
  if (!URL.canParse(text)) return `must be like ${example}, with the key percent-encoded (/ is %2F, + is %2B)`;
  const url = new URL(text);
  if (url.protocol !== 's3:') return `must begin with s3://, like ${example}`;
  if (url.hostname === '') return `must name a host, like ${example}`;
  const [bucket = ''] = url.pathname.slice(1).split('/');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    return `must name a bucket after the host, with 3 to 63 lowercase letters, numbers, dots or hyphens, like ${example}`;
  if ((url.username === '') !== (url.password === '')) return `must have both a key and a secret, like ${example}`;
  if (url.username === '' && !isAmazon(url.hostname))
    return `must have a key and a secret, like s3://KEY:SECRET@${url.host}/${bucket}. Only at AWS can the machine's role replace them`;
  if (!isDecodable(url.username + url.password + url.pathname))
    return 'has a % that is not followed by two hexadecimal digits. Write % as %25';
  const unknown = [...url.searchParams.keys()].find((name) => !options.includes(name));
  if (unknown !== undefined) return `has the option ${unknown}, but only ${options.join(', ')} are options`;
  for (const [name, allowed] of Object.entries(choices)) {
    const given = url.searchParams.get(name);
    if (given !== null && !allowed.includes(given))
      return `has ${name}=${given}, but must have ${name}=${allowed.join(' or ')}`;
  }
  if (url.searchParams.get('region') === '') return 'has an empty region. Leave region out, or name it';
  return undefined;
}

/** The address must have no fault. */
export function parseS3Address(text: string): S3Address {
  const url = new URL(text);
  const given = (name: string) => url.searchParams.get(name);
  const [bucket = '', ...folders] = url.pathname.slice(1).split('/').map(decodeURIComponent);
  const prefix = folders.filter((folder) => folder !== '').map((folder) => `${folder}/`);
  const isPlain = given('tls') === 'off' || (given('tls') === null && isLoopbackHost(url.hostname));
  return {
    endpoint: `${isPlain ? 'http' : 'https'}://${url.host}`,
    region: given('region') ?? regionOfHost(url.hostname),
    bucket,
    prefix: prefix.join(''),
    pathStyle: (given('style') ?? (isAmazon(url.hostname) ? 'host' : 'path')) === 'path',
    credentials: url.username
      ? { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) }
      : undefined,
    keepsNew: given('new') !== 'database',
  };
}

function isDecodable(text: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(text);
}

function isAmazon(host: string): boolean {
  return /\.amazonaws\.com(\.cn)?$/.test(host);
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

/** Amazon, Backblaze and others name the region in the host. R2 has one region; most others accept any. */
function regionOfHost(host: string): string {
  if (host.endsWith('.r2.cloudflarestorage.com')) return 'auto';
  const named = /^s3[.-]([a-z]{2}(?:-[a-z]+)+-\d+|[a-z]{2}-[a-z]+)\./.exec(host)?.[1];
  const hetzner = /^([a-z]{3}\d)\.your-objectstorage\.com$/.exec(host)?.[1];
  return named ?? hetzner ?? 'us-east-1';
}
