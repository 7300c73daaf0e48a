// The texts of the email about deliveries that need someone.

const en = {
  heading: (count: number, counted: string, brand: string) =>
    count === 1
      ? `A delivery from the shop of ${brand} needs a look`
      : `${counted} deliveries from the shop of ${brand} need a look`,
  lines: [
    'We couldn’t apply what your shop sent, so an order, a refund or a cancellation may be missing, and its commissions with it.',
    'The page shows what is wrong with each one. You can replay it, enter by hand what it means, or dismiss it.',
  ],
  outcomes: {
    order_conflict: 'Different order',
    unreadable: 'Invalid data',
    malformed_body: 'Not valid JSON',
    signature_invalid: 'Wrong signature',
    order_never_came: 'Order never arrived',
    failed: 'Failed',
  },
  action: 'View deliveries',
  reason: (brand: string) =>
    `You get this email because you’re an owner of ${brand}. We send at most one a day, and only about new problems.`,
};

const es: typeof en = {
  heading: (count, counted, brand) =>
    count === 1
      ? `Hay que revisar un webhook de la tienda de ${brand}`
      : `Hay que revisar ${counted} webhooks de la tienda de ${brand}`,
  lines: [
    'No hemos podido aplicar lo que envió tu tienda, así que puede faltar un pedido, un reembolso o una cancelación, y con ello sus comisiones.',
    'La página muestra qué falla en cada uno. Puedes repetirlo, introducir a mano lo que significa o descartarlo.',
  ],
  outcomes: {
    order_conflict: 'Pedido distinto',
    unreadable: 'Datos no válidos',
    malformed_body: 'JSON no válido',
    signature_invalid: 'Firma incorrecta',
    order_never_came: 'El pedido no llegó',
    failed: 'Fallido',
  },
  action: 'Ver webhooks',
  reason: (brand) =>
    `Recibes este correo porque eres titular de ${brand}. Enviamos como máximo uno al día, y solo si hay problemas nuevos.`,
};

export const deliveryTexts = { en, es };
