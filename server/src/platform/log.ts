import { type DestinationStream, destination, type Logger, type LoggerOptions, pino } from 'pino';
import { hideInJson } from './shown.addresses.ts';

export type Log = Logger;

/**
 * Lines that can't be written are kept up to this size, for a disk that is full for a while; beyond it they are
 * dropped.
 */
const mostUnwritten = 256 * 1024;

/**
 * Standard output, or another file descriptor. If it can't be written (a closed pipe, a full disk), the server
 * continues.
 */
function openOutput(fd: number): DestinationStream {
  const output = destination({ fd, sync: true, maxLength: mostUnwritten });
  output.on('error', () => undefined);
  return output;
}

/** JSON lines on standard output. Fields and parts of addresses that can contain a secret are redacted. */
export function createLog(level: string, output: DestinationStream = openOutput(1)): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'authorization',
        'password',
        'token',
        'key',
        'secret',
        '*.authorization',
        '*.password',
        '*.token',
        '*.secret',
      ],
      censor: '[cut]',
    },
  };
  return pino(options, { write: (line) => output.write(hideInJson(line)) });
}
