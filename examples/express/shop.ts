import { randomUUID } from 'node:crypto';
import express, { type Express } from 'express';
import {
  type Money,
  type OrderBody,
  type RefundBody,
  verifyWebhook,
  type Vitrine,
  VitrineError,
  WebhookError,
} from '@vitrine/sdk';

// A small shop that reports its orders and refunds. What it would keep in its database is in memory here.

type Report = { kind: 'order'; body: OrderBody } | { kind: 'refund'; orderId: string; body: RefundBody };

const serum = { sku: 'serum', title: 'Dew Serum', price: '4800' };

function page(snippet: string): string {
  return `<!doctype html><html lang="en"><head><title>Glow Lab</title>${snippet}</head><body>
<h1>${serum.title}</h1>
<form method="post" action="/checkout"><input type="hidden" name="vt_click">
<label>Quantity <input name="quantity" value="1"></label> <button>Buy</button></form></body></html>`;
}

export type ShopOptions = {
  /** The tag of the shop snippet, from the brand's console. */
  snippet: string;
  /** The secret of the webhook in the brand's console. */
  webhookSecret: string;
  /** What a commission is worth now; a real shop would write it to its books. */
  onCommission: (orderId: string, net: Money) => void;
};

/** `sendReports` sends what is waiting; a shop calls it from a job, and after each checkout. */
export function createShop(
  vitrine: Vitrine,
  { snippet, webhookSecret, onCommission }: ShopOptions,
): { app: Express; sendReports: () => Promise<void> } {
  const waiting: Report[] = [];
  const orders = new Map<string, OrderBody>();
  const seenEvents = new Set<string>();

  async function send(report: Report): Promise<void> {
    if (report.kind === 'order') await vitrine.reportOrder({ body: report.body });
    else await vitrine.reportRefund({ order_id: report.orderId, body: report.body });
  }

  /** What fails for now stays for the next time; what Vitrine refuses is for a developer to look at. */
  async function sendReports(): Promise<void> {
    for (const report of waiting.splice(0)) {
      try {
        await send(report);
      } catch (error) {
        if (error instanceof VitrineError && !error.isTemporary) console.error(error.code, error.message);
        else waiting.push(report);
      }
    }
  }

  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.get('/', (_request, response) => {
    response.send(page(snippet));
  });
  app.post('/checkout', async (request, response) => {
    const { quantity: typed, vt_click: click } = request.body as Record<string, string | undefined>;
    const quantity = Number(typed);
    if (!Number.isInteger(quantity) || quantity < 1) {
      response.status(422).json({ message: `The quantity is ${typed}. Use a whole number, 1 or more.` });
      return;
    }
    const price = { amount: serum.price, currency: 'USD' };
    const order: OrderBody = {
      order_id: randomUUID(),
      currency: 'USD',
      placed_at: new Date().toISOString(),
      click_id: click || null,
      lines: [{ line_id: '1', sku: serum.sku, title: serum.title, quantity, unit_price: price }],
    };
    // A real shop stores the order and the report in one transaction, before anything is sent.
    orders.set(order.order_id, order);
    waiting.push({ kind: 'order', body: order });
    await sendReports();
    response.status(201).json({ order_id: order.order_id });
  });
  // A real shop checks first that its staff sent this.
  app.post('/orders/:id/refund', async (request, response) => {
    const order = orders.get(request.params.id);
    if (!order) {
      response.status(404).json({ message: 'Unknown order' });
      return;
    }
    const lines = order.lines.map(({ line_id: lineId, quantity }) => ({ line_id: lineId, quantity }));
    // One refund of a whole order, so its id can be the order's.
    waiting.push({ kind: 'refund', orderId: order.order_id, body: { refund_id: order.order_id, lines } });
    await sendReports();
    response.status(201).json({ order_id: order.order_id });
  });
  // The bytes as they came, because the signature is about them.
  app.post('/webhooks/vitrine', express.raw({ type: 'application/json' }), async (request, response) => {
    try {
      const { id, event } = await verifyWebhook(request.body as Buffer, request.headers, webhookSecret);
      if (!seenEvents.has(id) && event.type === 'commission.changed') onCommission(event.data.order_id, event.data.net);
      seenEvents.add(id);
      response.sendStatus(204);
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      response.status(401).json({ code: error.code });
    }
  });
  return { app, sendReports };
}
