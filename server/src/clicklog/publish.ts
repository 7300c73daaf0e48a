import { apiCodeOf, consumerOf, frameHeader, streamName, subjectOfPartition } from './log.stream.ts';
import type { OpenLog } from './log.link.ts';

export type SentFrame = {
  readonly name: string;
  readonly partition: number;
  readonly hits: number;
  messageId: string;
  /** Where the log says it put the frame. */
  sequence: number;
  isStored: boolean;
};

/**
 * `unknown`: NATS takes the frame for a repetition of one that it doesn't have. It remembers the id of a message that it
 * refused because the stream was full.
 */
export type PublishOutcome =
  | { state: 'ok'; sequence: number }
  | { state: 'unknown' }
  | { state: 'away' | 'full'; reason: string };

/** What NATS answers when a stream or a server has no room: 10023, 10047, 10077, 10028, 10122. */
const full = new Set([10_023, 10_028, 10_047, 10_077, 10_122]);
const publishMs = 5_000;

/** Sends a frame once. `ok` means that most servers of the stream have it on disk. */
export async function publishFrame(
  { connection, stream }: OpenLog,
  frame: SentFrame,
  payload: Uint8Array,
): Promise<PublishOutcome> {
  try {
    const { headers } = await import('@nats-io/transport-node');
    const named = headers();
    named.set(frameHeader, frame.name);
    const answer = await stream.publish(subjectOfPartition(frame.partition), payload, {
      msgID: frame.messageId,
      headers: named,
      timeout: publishMs,
      retries: 1,
      expect: { streamName },
    });
    if (answer.duplicate && !(answer.seq > 0)) return { state: 'unknown' };
    if (answer.stream !== streamName || !(answer.seq > 0))
      return { state: 'away', reason: 'NATS confirmed a frame without saying where it is' };
    return { state: 'ok', sequence: answer.seq };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (connection.isClosed()) return { state: 'away', reason };
    return { state: full.has(apiCodeOf(error)) ? 'full' : 'away', reason };
  }
}

/**
 * Whether the log no longer has a frame that it confirmed, or has it and doesn't give it to anyone. If the log doesn't
 * answer, nothing is known yet.
 */
export async function isLost({ manager }: OpenLog, frame: SentFrame): Promise<boolean> {
  try {
    const message = await manager.streams.getMessage(streamName, { seq: frame.sequence });
    if (message?.header.get(frameHeader) !== frame.name) return true;
    const consumer = await manager.consumers.info(streamName, consumerOf(frame.partition));
    return consumer.num_pending === 0 && consumer.num_ack_pending === 0;
  } catch (error) {
    return apiCodeOf(error) === noMessage;
  }
}

const noMessage = 10_037;
