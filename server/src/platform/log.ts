import { type Logger, pino } from 'pino';

export type Log = Logger;

/** JSON lines on standard output; fields that can hold a secret are cut. */
export function createLog(level: string): Log {
  return pino({
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
  });
}
