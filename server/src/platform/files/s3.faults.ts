import { FilesError } from './files.ts';
import type { S3Address } from './s3.address.ts';

const codesOfKeys = [
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AccessDenied',
  'Forbidden',
  'InvalidToken',
  'ExpiredToken',
];
const codesOfRegion = ['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException'];
const codesOfHost = ['ENOTFOUND', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'];

type Thrown = { name: string; message: string; code: string; status: number | undefined; region: string | undefined };

/** What an error of the client means, and what to correct. */
export function reasonOfS3(thrown: unknown, address: S3Address): FilesError {
  const error = describe(thrown);
  const refused = (text: string) => new FilesError('refused', text, thrown);
  if (error.name === 'NoSuchKey') return new FilesError('missing', 'there is no such file', thrown);
  if (error.name === 'NoSuchBucket')
    return refused(`${address.endpoint} has no bucket ${address.bucket}. Create it, or correct FILES`);
  if (error.name === 'RequestTimeTooSkewed' || error.name === 'RequestExpired')
    return refused(`${address.endpoint} refuses the time of this machine. Set its clock, for example with NTP`);
  if (codesOfRegion.includes(error.name))
    return refused(
      `the bucket ${address.bucket} is in ${error.region === undefined ? 'another region' : `the region ${error.region}`}, not ${address.region}. Correct host and region in FILES`,
    );
  if (codesOfKeys.includes(error.name) || error.status === 403 || error.status === 401)
    return refused(
      `${address.endpoint} refuses the key (${error.name}). It must be allowed to read, write, delete and list in the bucket ${address.bucket}`,
    );
  if (error.name === 'CredentialsProviderError')
    return refused('FILES has no key, and this machine has no role at AWS. Add KEY:SECRET@ to FILES');
  if (codesOfHost.includes(error.code)) return new FilesError('away', `${address.endpoint}: ${error.message}`, thrown);
  if (error.code === 'EPROTO' || /wrong version number/i.test(error.message))
    return refused(`${address.endpoint} does not speak TLS. If that is right, add tls=off to FILES`);
  return new FilesError('away', `${address.endpoint} failed: ${error.message || error.name}`, thrown);
}

function describe(thrown: unknown): Thrown {
  const { name = '', message = '', code = '', Region: region, $metadata: metadata } = Object(thrown);
  return {
    name: String(name),
    message: String(message),
    code: String(code),
    status: metadata?.httpStatusCode,
    region: typeof region === 'string' ? region : undefined,
  };
}
