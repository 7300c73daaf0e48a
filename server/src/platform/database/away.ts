// Errors that mean that the database is unavailable or overloaded. A retry can succeed soon, so the answer is a 503 and
// never a 500.

/**
 * SQLSTATE 08 connection, 53 insufficient resources, 57P shutting down or starting, 57014 canceled by a timeout, 58
 * system error, 55P03 lock not available, 25P03 idle in a transaction for too long, 25006 read-only: the primary has just become
 * a replica.
 */
const states = /^(08...|53...|57P0.|57014|58...|55P03|25P03|25006)$/;
const network = /^(ECONN|EHOST|ENET|ETIMEDOUT|EPIPE|EAI_AGAIN)/;
/** Messages of the driver without a code: a connection that was lost, closed, unavailable, or silent for too long. */
const ofTheDriver =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end|driver has already been destroyed)/;

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // A clean stop of the server removes its socket, so connecting gives ENOENT.
  const isConnecting = 'syscall' in error && error.syscall === 'connect';
  if (isConnecting || states.test(code) || network.test(code) || ofTheDriver.test(error.message)) return true;
  return isDatabaseAway(error.cause) || (error instanceof AggregateError && error.errors.some(isDatabaseAway));
}

/** Errors of one statement that waited or ran for too long. The next one can succeed at once. */
const statesOfOneStatement = /^(55P03|57014|25P03)$/;

/** Whether no other transaction could succeed either. */
export function isDatabaseDown(error: unknown): boolean {
  return isDatabaseAway(error) && !statesOfOneStatement.test(String(Object(error).code));
}
