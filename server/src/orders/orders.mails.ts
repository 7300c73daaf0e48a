import type { EarningChange } from '../commissions/commissions.revise.ts';
import type { Context } from '../context.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { moneyText } from '../platform/money.text.ts';
import { dayText, textsIn } from '../platform/locale.ts';
import type { ChangingCause } from './orders.trace.ts';

const en = {
  gained: {
    heading: (amount: string, brand: string) => `You earned ${amount} more from ${brand}`,
    lines: {
      late_click:
        'A click reached us late, after we had reviewed its order. We reviewed the order again and took the click into account.',
      click_class: 'We checked again which clicks on this order came from real people, and reviewed the order again.',
      edit: 'The order was changed in the shop after it was placed. We calculated your commission again.',
    },
  },
  lost: {
    heading: (amount: string, brand: string) => `${amount} from ${brand} was reversed`,
    lines: {
      late_click:
        'A click reached us late, after we had reviewed its order. We reviewed the order again and took the click into account. You earn less from it now.',
      click_class:
        'We checked again which clicks on this order came from real people, and reviewed the order again. You earn less from it now.',
      edit: 'The order was changed in the shop after it was placed. We calculated your commission again. You earn less from it now.',
    },
    inPayout: 'A payout already includes this commission. We’ll deduct the amount from your next payout.',
  },
  brand: 'Brand',
  order: 'Order',
  placed: 'Order date',
  change: 'Change',
  action: 'See your earnings',
  reason: 'You get this email because your earnings changed. You can turn off emails about payouts in your settings.',
};

const es: typeof en = {
  gained: {
    heading: (amount: string, brand: string) => `Has ganado ${amount} más con ${brand}`,
    lines: {
      late_click:
        'Un clic nos llegó tarde, cuando ya habíamos revisado su pedido. Hemos revisado el pedido de nuevo teniendo en cuenta ese clic.',
      click_class:
        'Hemos vuelto a comprobar qué clics de este pedido eran de personas reales y hemos revisado el pedido de nuevo.',
      edit: 'El pedido cambió en la tienda después de hacerse. Hemos calculado tu comisión de nuevo.',
    },
  },
  lost: {
    heading: (amount: string, brand: string) => `Se han revertido ${amount} de ${brand}`,
    lines: {
      late_click:
        'Un clic nos llegó tarde, cuando ya habíamos revisado su pedido. Hemos revisado el pedido de nuevo teniendo en cuenta ese clic. Ahora ganas menos con él.',
      click_class:
        'Hemos vuelto a comprobar qué clics de este pedido eran de personas reales y hemos revisado el pedido de nuevo. Ahora ganas menos con él.',
      edit: 'El pedido cambió en la tienda después de hacerse. Hemos calculado tu comisión de nuevo. Ahora ganas menos con él.',
    },
    inPayout: 'Un pago ya incluye esta comisión. Descontaremos el importe de tu próximo pago.',
  },
  brand: 'Marca',
  order: 'Pedido',
  placed: 'Fecha del pedido',
  change: 'Cambio',
  action: 'Ver tus ganancias',
  reason:
    'Recibes este correo porque tus ganancias han cambiado. Puedes desactivar los correos sobre pagos en tus ajustes.',
};

type Order = { order_id: string; currency: string; placed_at: Date };

/** The email about what a repeated decision changed for a creator. */
export function redecidedMail(
  ctx: Context,
  creator: Reader,
  order: Order,
  { amount, inPayout, cause }: EarningChange & { cause: ChangingCause },
  brand: string,
): Mail {
  const texts = textsIn({ en, es }, creator.locale);
  const isGain = amount > 0n;
  const { heading, lines } = isGain ? texts.gained : texts.lost;
  const money = moneyText(isGain ? amount : -amount, order.currency, creator.locale);
  return {
    to: creator,
    topic: 'payout',
    kind: `${cause}_${isGain ? 'gained' : 'lost'}`,
    subject: heading(money, brand),
    heading: heading(money, brand),
    paragraphs: [lines[cause], ...(inPayout && !isGain ? [texts.lost.inPayout] : [])],
    facts: [
      [texts.brand, brand],
      [texts.order, order.order_id],
      [texts.placed, dayText(order.placed_at, creator)],
      [texts.change, moneyText(amount, order.currency, creator.locale)],
    ],
    action: { label: texts.action, url: `${ctx.config.publicUrl}/earnings` },
    reason: texts.reason,
  };
}
