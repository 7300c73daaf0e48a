/** Keeps named byte strings outside the database. Names are like `pictures/abc.webp`. */
export type Files = {
  /** Where they are, without the secret, for messages. */
  place: string;
  /** Whether new files go here, or all of them back to the database. */
  keepsNew: boolean;
  put(name: string, bytes: Buffer, type: string): Promise<void>;
  /** Refuses to read more than `mostBytes`. */
  read(name: string, mostBytes: number): Promise<Buffer>;
  /** Succeeds also if there is no such file. */
  remove(name: string): Promise<void>;
  list(folder: string): AsyncGenerator<{ name: string; bytes: number }>;
  close(): void;
};

/** `missing`: there is no such file. `away`: no answer, or an error of the other side. `refused`: the settings are wrong. */
export type FilesFault = 'missing' | 'away' | 'refused';

export class FilesError extends Error {
  readonly fault: FilesFault;
  constructor(fault: FilesFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}
