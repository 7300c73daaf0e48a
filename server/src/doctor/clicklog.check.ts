import { findStream, LogRefused, requireSync } from '../clicklog/log.stream.ts';
import type { Config } from '../config.ts';
import { connectToNats } from '../platform/nats/connection.ts';
import { error, type Diagnosis, ok, reasonOf } from './diagnosis.ts';

/** Whether the servers of CLICK_LOG keep clicks as they must. Changes nothing there. */
export async function checkClickLog({ clickLog }: Pick<Config, 'clickLog'>): Promise<Diagnosis> {
  if (clickLog === undefined) return ok('clicks go from the journals to the database');
  try {
    const { jetstreamManager } = await import('@nats-io/jetstream');
    const connection = await connectToNats(clickLog.address, 'vitrine doctor');
    try {
      const info = await findStream(await jetstreamManager(connection));
      if (info === undefined) return ok('NATS answers; the stream is created when a node starts');
      await requireSync(connection, info);
      return ok(`clicks go through NATS: ${info.config.num_replicas} replicas, and each server syncs`);
    } finally {
      await connection.close();
    }
  } catch (thrown) {
    if (thrown instanceof LogRefused) return error(`CLICK_LOG: ${thrown.message}.`);
    return error(
      `CLICK_LOG: NATS can't be used: ${reasonOf(thrown)}. Check that it runs, the address and the password.`,
    );
  }
}
