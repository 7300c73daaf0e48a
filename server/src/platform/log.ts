import { type DestinationStream, destination, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

/** A line that cannot be written is kept up to this much, for a disk that was full for a while; then it is dropped. */
const mostUnwritten = 256 * 1024;

/** Standard output, or another file descriptor. When it takes nothing (a closed pipe, a full disk) the server goes on. */
function openOutput(fd: number): DestinationStream {
  const output = destination({ fd, sync: true, maxLength: mostUnwritten });
  output.on('error', () => undefined);
  return output;
}

/** JSON lines on standard output; fields that can hold a secret are cut. */
export function createLog(level: string, output = openOutput(1)): Log {
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
  return pino(options, output);
}
