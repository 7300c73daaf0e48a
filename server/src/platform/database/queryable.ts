/** The part of pg's client or pool that plain SQL needs: the redirector and the drain use no query builder. */
export type Queryable = {
  query<Row extends object>(query: {
    name?: string;
    text: string;
    values?: unknown[];
  }): Promise<{ rows: Row[]; rowCount: number | null }>;
};
