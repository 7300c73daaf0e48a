import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

type Inbox = { url: string; mails: string[]; refuse: boolean; close(): Promise<void> };

/** A mail server that keeps what it receives, or refuses it. */
export async function openInbox(received: (raw: string) => void = () => undefined): Promise<Inbox> {
  const inbox: Inbox = { url: '', mails: [], refuse: false, close: async () => undefined };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(inbox.refuse ? new Error('mailbox is full') : undefined),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        inbox.mails.push(raw);
        received(raw);
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  inbox.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  inbox.close = () => new Promise((closed) => server.close(closed));
  return inbox;
}
