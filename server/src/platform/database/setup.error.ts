/** The database is not set up for the product. The message ends with the SQL that an administrator runs to fix it. */
export class DatabaseSetupError extends Error {
  constructor(problem: string, fix: readonly string[]) {
    super(
      `DATABASE_URL: ${problem}. Run this as an administrator of the database, then start again:\n${fix.join('\n')}`,
    );
    this.name = 'DatabaseSetupError';
  }
}
