import type { Context } from '../context.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { moneyText } from '../platform/money.text.ts';
import { textsIn } from '../platform/locale.ts';

// Emails about commissions, in the creator's language.

const en = {
  brand: 'Brand',
  order: 'Order',
  product: 'Product',
  amount: 'Amount',
  declined: {
    heading: (brand: string, amount: string) => `${brand} declined a commission of ${amount}`,
    lines: (brand: string) => [
      `The commission was on hold while ${brand} reviewed the order. ${brand} declined it, so it won’t be paid.`,
      'This is the reason they gave:',
    ],
  },
  action: 'See why',
  afterword:
    'If you think this is a mistake, open the order and object within 30 days. The brand then has 7 days to answer.',
  reason:
    'You get this email because this commission was yours. You can turn off emails about orders on hold in your settings.',
};

const es: typeof en = {
  brand: 'Marca',
  order: 'Pedido',
  product: 'Producto',
  amount: 'Importe',
  declined: {
    heading: (brand, amount) => `${brand} rechazó una comisión de ${amount}`,
    lines: (brand) => [
      `La comisión estaba en revisión mientras ${brand} revisaba el pedido. ${brand} la rechazó, así que no se pagará.`,
      'Este es el motivo que dio:',
    ],
  },
  action: 'Ver por qué',
  afterword:
    'Si crees que es un error, abre el pedido y reclama en un plazo de 30 días. La marca tiene entonces 7 días para responder.',
  reason:
    'Recibes este correo porque esta comisión era tuya. Puedes desactivar los correos sobre pedidos en revisión en tus ajustes.',
};

export type DeclinedCommission = {
  orderId: string;
  product: string;
  amount: bigint;
  currency: string;
  reason: string;
  brand: { name: string; slug: string };
};

export function declinedMail(ctx: Context, creator: Reader, of: DeclinedCommission): Mail {
  const texts = textsIn({ en, es }, creator.locale);
  const amount = moneyText(of.amount, of.currency, creator.locale);
  const heading = texts.declined.heading(of.brand.name, amount);
  const explanation = new URLSearchParams({ order: of.orderId, merchant: of.brand.slug });
  return {
    to: creator,
    topic: 'hold',
    kind: 'commission_declined',
    subject: heading,
    heading,
    paragraphs: [...texts.declined.lines(of.brand.name), { quote: of.reason }],
    facts: [
      [texts.brand, of.brand.name],
      [texts.order, of.orderId],
      [texts.product, of.product],
      [texts.amount, amount],
    ],
    action: { label: texts.action, url: `${ctx.config.publicUrl}/earnings?${explanation.toString()}` },
    afterword: [texts.afterword],
    reason: texts.reason,
  };
}
