// With CLICK_ACK=replicated, an answer waits until the quorum of the log has its click, for at most 50 ms. Clicks are
// confirmed in the order in which they were written, so a number says up to where.

export type Acks = {
  /** Calls back when the record with this number is confirmed, or when that takes too long. */
  wait(number: number, callback: () => void): void;
  /** All records up to this number are confirmed. */
  confirm(number: number): void;
  /** How many answers did not wait for their confirmation to the end. */
  fallbacks(): number;
  /** Calls back everyone. */
  stop(): void;
};

const patienceMs = 50;
/** After so many answers in a row that waited in vain, no more wait until the log confirms again. */
const mostInVain = 20;

type Waiting = { number: number; until: number; callback: () => void };

export function createAcks(now: () => number = () => performance.now()): Acks {
  let waiting: Waiting[] = [];
  let confirmed = 0;
  let fallbacks = 0;
  let inVain = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Calls back the first ones that `isDone` holds for. */
  const answer = (isDone: (each: Waiting) => boolean): number => {
    let count = waiting.findIndex((each) => !isDone(each));
    if (count === -1) count = waiting.length;
    const done = waiting.splice(0, count);
    for (const { callback } of done) callback();
    return count;
  };

  const giveUp = (): void => {
    timer = undefined;
    const at = now();
    const late = answer(({ until }) => until <= at);
    fallbacks += late;
    inVain += late;
    if (inVain >= mostInVain) fallbacks += answer(() => true);
    schedule();
  };

  const schedule = (): void => {
    const [first] = waiting;
    if (timer === undefined && first !== undefined) timer = setTimeout(giveUp, Math.max(1, first.until - now()));
  };

  return {
    wait(number, callback) {
      if (number <= confirmed) return callback();
      if (inVain >= mostInVain) {
        fallbacks += 1;
        return callback();
      }
      waiting.push({ number, until: now() + patienceMs, callback });
      schedule();
    },
    confirm(number) {
      confirmed = Math.max(confirmed, number);
      inVain = 0;
      answer((each) => each.number <= confirmed);
    },
    fallbacks: () => fallbacks,
    stop() {
      clearTimeout(timer);
      waiting.splice(0).forEach(({ callback }) => callback());
      inVain = mostInVain;
    },
  };
}
