/** A backup or restore that is refused or failed, with a reason that the operator can act on. */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BackupError';
  }
}
