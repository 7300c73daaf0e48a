import type { RefundBody } from '@vitrine/sdk';
import { refused, vitrine } from '../../vitrine.ts';

/** Reports a refund of `{ order_id, refund_id, lines }`. A real shop checks first that its staff sent this. */
export async function POST(request: Request): Promise<Response> {
  const { order_id: orderId, ...body } = (await request.json()) as RefundBody & { order_id: string };
  try {
    const { data } = await vitrine().reportRefund({ order_id: orderId, body });
    return Response.json(data, { status: 201 });
  } catch (error) {
    return refused(error);
  }
}
