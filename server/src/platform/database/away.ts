// Which errors mean that the database is away or has no room for now: what is asked for may succeed in a moment, so
// the answer is a 503 and never a 500.

/**
 * SQLSTATE 08 connection, 53 no room, 57P shutting down or starting, 57014 canceled by a time limit, 58 the system
 * below it failed, 55P03 lock not available, 25P03 idle in a transaction for too long.
 */
const states = /^(08...|53...|57P0.|57014|58...|55P03|25P03)$/;
const network = /^(ECONN|EHOST|ENET|ETIMEDOUT|EPIPE|EAI_AGAIN)/;
/** What the driver says of a connection without a code: lost, closed, not to be had, or silent for too long. */
const ofTheDriver =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after calling end|driver has already been destroyed)/;

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // A clean stop of the server removes its socket: connecting to it is then ENOENT.
  const isConnecting = 'syscall' in error && error.syscall === 'connect';
  if (isConnecting || states.test(code) || network.test(code) || ofTheDriver.test(error.message)) return true;
  return isDatabaseAway(error.cause) || (error instanceof AggregateError && error.errors.some(isDatabaseAway));
}
