import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { CreatedPasskey, PasskeyAnswer } from '@vitrine/contract/two-factor.answers.ts';
import { confirmProof } from '@vitrine/contract/two-factor.proofs.ts';
import {
  addPasskey,
  askPasskeyOfLogin,
  askPasskeyOfProof,
  startPasskey,
} from '@vitrine/contract/two-factor.passkeys.ts';
import type { Client } from '../../world/client.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import type { World } from '../../world/world.ts';
import { stepUpProof, ticketOf } from './two-factor.testing.ts';

// An authenticator in software: one key pair with ES256, and what a browser makes of its answers (WebAuthn, 6.1 and 6.5).

export const portal = 'https://portal.example';

const sha = (data: string | Buffer) => createHash('sha256').update(data).digest();
const userPresent = 0x01;
const withCredential = 0x40;

function byteString(bytes: Buffer): Buffer {
  const head = bytes.length < 24 ? [0x40 + bytes.length] : [0x58, bytes.length];
  return bytes.length < 256
    ? Buffer.concat([Buffer.from(head), bytes])
    : Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

/** The key in COSE: a map in CBOR of key type 2, algorithm -7, curve 1 and the coordinates. */
function coseKey(x: Buffer, y: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    byteString(x),
    Buffer.from([0x22]),
    byteString(y),
  ]);
}

type Asked = { challenge: string };
type Place = { origin?: string; host?: string };

export class Authenticator {
  readonly id = randomBytes(32);
  /** What it says that it was used; an authenticator that doesn't count stays at 0. */
  count = 0;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  #dataFor(host: string, flags: number, rest: Buffer): Buffer {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(this.count);
    return Buffer.concat([sha(host), Buffer.from([flags]), counted, rest]);
  }

  #clientData(type: string, { challenge }: Asked, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  create(asked: Asked, { origin = portal, host = 'portal.example' }: Place = {}): CreatedPasskey {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const length = Buffer.from([0, this.id.length]);
    const key = coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'));
    const data = this.#dataFor(
      host,
      userPresent | withCredential,
      Buffer.concat([Buffer.alloc(16), length, this.id, key]),
    );
    // {"fmt": "none", "attStmt": {}, "authData": …}
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      byteString(data),
    ]);
    return {
      id: this.id.toString('base64url'),
      client_data: this.#clientData('webauthn.create', asked, origin).toString('base64url'),
      attestation: attestation.toString('base64url'),
      transports: ['internal'],
    };
  }

  answer(asked: Asked, { origin = portal, host = 'portal.example' }: Place = {}): PasskeyAnswer {
    const clientData = this.#clientData('webauthn.get', asked, origin);
    const data = this.#dataFor(host, userPresent, Buffer.alloc(0));
    return {
      id: this.id.toString('base64url'),
      client_data: clientData.toString('base64url'),
      authenticator_data: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, sha(clientData)]), this.#keys.privateKey).toString('base64url'),
    };
  }
}

/** A proof of the password that a passkey confirmed. */
export async function proofByPasskey(who: Client, authenticator: Authenticator): Promise<string> {
  const proof = await stepUpProof(who);
  const { request } = granted(await who.call(askPasskeyOfProof, { body: { proof } }));
  const passkey = authenticator.answer(request ?? { challenge: '' });
  granted(await who.call(confirmProof, { body: { proof, passkey } }));
  return proof;
}

/** Adds a passkey of a new authenticator to a user; `proof`: of a user who has a second factor already. */
export async function givePasskey(
  who: Client,
  name = 'Laptop',
  { authenticator = new Authenticator(), proof }: { authenticator?: Authenticator; proof?: string } = {},
) {
  const asked = granted(await who.call(startPasskey, { body: { proof: proof ?? (await stepUpProof(who)) } }));
  const added = granted(await who.call(addPasskey, { body: { name, passkey: authenticator.create(asked) } }));
  return { authenticator, ...added };
}

/** A login whose password was right, and the question to the user's passkeys. */
export async function askedLogin(world: World, email: string, password = demoPassword) {
  const ticket = await ticketOf(world, email, password);
  const { request } = granted(await world.anonymous.call(askPasskeyOfLogin, { body: { ticket } }));
  if (!request) throw new Error('there is no passkey for this address');
  return { ticket, request };
}
