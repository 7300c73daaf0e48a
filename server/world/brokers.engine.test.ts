import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { expect, test } from 'vitest';
import { hasBrokers, startBrokers } from './brokers.ts';

const isFull = process.env['VITRINE_TEST_ENGINES'] === 'full';

// In short, the tests of the click log show the same with the product.
test.skipIf(!isFull || !hasBrokers)(
  'what two of three brokers have acknowledged is there after the leader was killed',
  async () => {
    await using brokers = await startBrokers();
    const servers = brokers.url.replace(/^.*@/, '').split(',');
    const connection = await connect({ servers, user: 'vitrine', pass: 'PASSWORD', waitOnFirstConnect: true });
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: 'kept', subjects: ['kept'], num_replicas: 3 });
    const { seq } = await jetstream(connection).publish('kept', 'a click');
    const leader = await brokers.leaderOf('kept');
    await brokers.kill(leader);
    await expect
      .poll(() => manager.streams.getMessage('kept', { seq }).catch(() => undefined), {
        timeout: 20_000,
      })
      .toMatchObject({ seq });
    await connection.close();
  },
);
