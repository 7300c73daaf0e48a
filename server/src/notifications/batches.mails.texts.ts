const en = {
  counts: {
    sale: { one: '1 sale', many: (count: string) => `${count} sales` },
    reversal: { one: '1 reversal', many: (count: string) => `${count} reversals` },
    hold: { one: '1 update on an order on hold', many: (count: string) => `${count} updates on orders on hold` },
    application: { one: '1 application', many: (count: string) => `${count} applications` },
    change: { one: '1 other change', many: (count: string) => `${count} other changes` },
  },
  atBrand: (brand: string, text: string) => `${brand}: ${text}`,
  brand: 'Brand',
  open: 'See details',
  reason:
    'You get this email because you haven’t read this in the portal yet. In your settings you choose what you get emails about, and whether they come once a day.',
};

const es: typeof en = {
  counts: {
    sale: { one: '1 venta', many: (count) => `${count} ventas` },
    reversal: { one: '1 reversión', many: (count) => `${count} reversiones` },
    hold: { one: '1 novedad de un pedido en revisión', many: (count) => `${count} novedades de pedidos en revisión` },
    application: { one: '1 solicitud', many: (count) => `${count} solicitudes` },
    change: { one: '1 cambio más', many: (count) => `${count} cambios más` },
  },
  atBrand: (brand, text) => `${brand}: ${text}`,
  brand: 'Marca',
  open: 'Ver detalles',
  reason:
    'Recibes este correo porque aún no lo has leído en el portal. En tus ajustes eliges sobre qué recibes correos y si llegan una vez al día.',
};

export const batchTexts = { en, es };
