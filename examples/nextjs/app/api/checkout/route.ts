import { refused, vitrine } from '../../vitrine.ts';

/**
 * Takes the form of the first page and reports the order. A real shop stores the order first and reports it from a queue,
 * as the Express example does: then no sale waits for Vitrine.
 */
export async function POST(request: Request): Promise<Response> {
  const form = await request.formData();
  const click = form.get('vt_click');
  try {
    const { data } = await vitrine().reportOrder({
      body: {
        order_id: crypto.randomUUID(),
        currency: 'USD',
        placed_at: new Date().toISOString(),
        click_id: typeof click === 'string' && click !== '' ? click : null,
        lines: [
          {
            line_id: '1',
            sku: 'serum',
            title: 'Dew Serum',
            quantity: Number(form.get('quantity')),
            unit_price: { amount: '4800', currency: 'USD' },
          },
        ],
      },
    });
    return Response.json({ order_id: data.order_id, outcome: data.decision?.outcome }, { status: 201 });
  } catch (error) {
    return refused(error);
  }
}
