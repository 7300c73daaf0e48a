/**
 * How long an answer waits for each of these before it is given without it, in milliseconds. No settings: shops and
 * shoppers don't wait longer. Tests that are about something else do.
 */
export type Patience = {
  /** For a database connection. */
  connection: number;
  /** Of an order, to be decided; then it is left to a worker. */
  turn: number;
  /** Of an order, for a click that isn't stored yet. */
  click: number;
  /**
   * Of a shopper, for a link that isn't in memory: while all links are, and while some are not, because most unknown codes
   * then have a link.
   */
  link: { all: number; some: number };
  /** Of a long read, for the replica. One that took longer at the last measurement isn't tried. */
  replica: number;
};

export const usualPatience: Patience = {
  connection: 5_000,
  turn: 2_000,
  click: 300,
  link: { all: 150, some: 1_000 },
  replica: 250,
};
