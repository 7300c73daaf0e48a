import { type AddressInfo, createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openNatsLink } from './link.ts';

/** Speaks as a NATS server does, and gives the lines of clients to `answer`. */
async function falseServer(answer: (line: string, socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('INFO {"server_id":"X","version":"2.10.0","proto":1,"max_payload":1048576,"headers":true}\r\n');
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n')) answer(line, socket);
    });
    sockets.add(socket);
  });
  const sockets = new Set<Socket>();
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
}

function linkTo(port: number) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const address = { servers: [`127.0.0.1:${port}`], user: 'vitrine', password: 'PASSWORD', isEncrypted: false };
  const link = openNatsLink(address, log);
  onTestFinished(() => link.stop());
  return { link, lines };
}

function pong(line: string, socket: Socket): void {
  if (line === 'PING') socket.write('PONG\r\n');
}

test.each([
  ['accepts texts and does not deliver them', pong, /do not come back/],
  [
    'delivers something else',
    (line: string, socket: Socket): void => {
      pong(line, socket);
      if (line.startsWith('PUB vitrine.nodes')) socket.write('MSG vitrine.nodes.x 1 5\r\nwrong\r\n');
    },
    /do not come back/,
  ],
  [
    'refuses the password',
    (line: string, socket: Socket): void => {
      if (line.startsWith('CONNECT')) socket.end("-ERR 'Authorization Violation'\r\n");
    },
    /uthoriz/,
  ],
  ['answers nothing', () => undefined, /timeout/i],
  [
    'answers with something that is no NATS',
    (_: string, socket: Socket): void => void socket.write('HTTP/1.1 400\r\n\r\n'),
    /./,
  ],
] as const)('a server that %s counts as away, and one line says why', async (_, answer, why) => {
  const { link, lines } = linkTo(await falseServer(answer));
  await expect.poll(() => lines.length).toBe(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, problem: expect.stringMatching(why) });
  expect(link.isUp()).toBe(false);
  expect(await link.confirm()).toBe(false);
});

test('a server that is not there counts as away', async () => {
  const { link, lines } = linkTo(1);
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]).toMatch(/refused/i);
  expect(link.isUp()).toBe(false);
  link.publish('vitrine.notices.events', 'lost');
});

test('a server that delivers is used until it no longer does', async () => {
  let isDelivering = true;
  let isBody = '';
  const number = new Map<string, string>();
  const port = await falseServer((line, socket) => {
    pong(line, socket);
    const [verb, subject = '', id = ''] = line.split(' ');
    if (verb === 'SUB') number.set(subject, id);
    else if (verb === 'PUB') isBody = subject;
    else if (isBody !== '') {
      if (isDelivering) socket.write(`MSG ${isBody} ${number.get(isBody)} ${line.length}\r\n${line}\r\n`);
      isBody = '';
    }
  });
  const { link, lines } = linkTo(port);
  const changes: boolean[] = [];
  link.onChange((isUp) => changes.push(isUp));
  const texts: string[] = [];
  link.listen('vitrine.notices.events', (text) => texts.push(text));
  await expect.poll(() => changes).toEqual([true]);
  link.publish('vitrine.notices.events', 'user 1');
  await expect.poll(() => texts).toEqual(['user 1']);
  isDelivering = false;
  await expect.poll(() => changes).toEqual([true, false]);
  isDelivering = true;
  await expect.poll(() => changes).toEqual([true, false, true]);
  expect(lines.map((line) => JSON.parse(line).level)).toEqual([30, 40, 30]);
});
