import { verifyWebhook, WebhookError } from '@vitrine/sdk';

/** Takes the events that Vitrine sends. A real shop stores their ids and skips one that it knows. */
export async function POST(request: Request): Promise<Response> {
  try {
    const secret = process.env['WEBHOOK_SECRET'] ?? '';
    const { id, event } = await verifyWebhook(await request.text(), request.headers, secret);
    if (event.type === 'commission.changed') console.log(id, event.data.order_id, event.data.net.amount);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return Response.json({ code: error.code }, { status: 401 });
  }
}
