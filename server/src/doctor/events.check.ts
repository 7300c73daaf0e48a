import { finishesWithin } from '../platform/deadline.ts';
import { findMixture } from '../platform/events/listeners.ts';
import { connectToNats, type NatsAddress } from '../platform/nats/connection.ts';
import { error, type Diagnosis, ok, type Patient, reasonOf, warning } from './diagnosis.ts';

const patienceMs = 2_000;

/** Whether NATS delivers, and all nodes use it. */
export async function checkEvents({ config, database }: Pick<Patient, 'config' | 'database'>): Promise<Diagnosis[]> {
  const { eventsUrl } = config;
  const mixture = await findMixture(database, eventsUrl !== undefined);
  const mixed = mixture === undefined ? [] : [warning(mixture)];
  if (eventsUrl !== undefined) return [await checkNats(eventsUrl), ...mixed];
  return mixed.length > 0 ? mixed : [ok('notices go through PostgreSQL')];
}

async function checkNats(address: NatsAddress): Promise<Diagnosis> {
  try {
    const connection = await connectToNats(address, 'vitrine doctor');
    const subject = `vitrine.nodes.doctor-${process.pid}`;
    const returned = Promise.withResolvers<void>();
    connection.subscribe(subject, { callback: (failed) => (failed ? returned.reject(failed) : returned.resolve()) });
    connection.publish(subject, 'back');
    const isDelivered = await finishesWithin(returned.promise, patienceMs).finally(() => connection.close());
    if (isDelivered) return ok(`NATS delivers, at ${connection.getServer()}`);
    return error('EVENTS_URL: NATS accepts texts and does not deliver them. Restart its servers.');
  } catch (thrown) {
    return error(
      `EVENTS_URL: NATS can't be used: ${reasonOf(thrown)}. Check that it runs, the address, and that the user may use vitrine.>`,
    );
  }
}
