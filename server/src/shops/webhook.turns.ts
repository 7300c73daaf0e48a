// Which webhooks a node applies at once. While it keeps up, a shop gets its answer after its webhook was applied. When
// more arrive than that, the answer comes as soon as a webhook is stored, and its turn comes later, in the order of
// arrival of each brand. Brands take turns, so a brand with many doesn't delay the others.
import type { WebhookKey } from '../deliveries/delivery.log.ts';
import type { Context } from '../context.ts';
import { createFairQueue } from '../platform/bounded.queue.ts';
import { Refusal } from '../platform/refusal.ts';
import { type Answered, processWebhook } from './webhook.apply.ts';

/** What has no room here, or isn't reached in time, is left to the sweep. */
const mostWaiting = 10_000;
const mostOfABrand = 5_000;
const longestWaitMs = 10 * 60_000;
const busyMessage = 'left to the sweep';

export type WebhookTurns = {
  /** Applies a stored webhook. Resolves after that, or at once if the node is busy. */
  take(key: WebhookKey, answered: Answered): Promise<void>;
  /** Leaves what waits to the sweep of another node. */
  stop(): void;
};

export function openWebhookTurns(ctx: Context): WebhookTurns {
  const queue = createFairQueue({
    atOnce: ctx.config.webhooksAtOnce,
    mostWaiting,
    mostOfOne: mostOfABrand,
    longestWaitMs,
    busyMessage,
    ownBusyMessage: busyMessage,
  });
  let isStopped = false;
  const later = async (key: WebhookKey): Promise<void> => {
    try {
      await queue.run(key.merchantId, async () => (isStopped ? undefined : processWebhook(ctx, key)));
    } catch (error) {
      const isLeft = error instanceof Refusal && error.code === 'busy';
      if (!isLeft) ctx.log.warn({ err: error, webhook_id: key.webhookId }, 'delivery stored but not applied yet');
    }
  };
  return {
    async take(key, answered) {
      if (queue.isFull()) void later(key);
      else await queue.run(key.merchantId, () => processWebhook(ctx, key, answered));
    },
    stop() {
      isStopped = true;
    },
  };
}
