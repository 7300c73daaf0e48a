import type { EarningChange } from '../commissions/commissions.revise.ts';
import type { Context } from '../context.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { moneyText } from '../platform/money.text.ts';
import { dayText, wordsIn } from '../platform/spoken.ts';

const en = {
  gained: {
    heading: (amount: string, brand: string) => `You earned ${amount} more from ${brand}`,
    line: 'A click reached us late, after its order had been decided. We decided the order again with this click.',
  },
  lost: {
    heading: (amount: string, brand: string) => `${amount} from ${brand} was reversed`,
    line: 'A click reached us late, after its order had been decided. We decided the order again with this click, and you earn less from it.',
    inPayout: 'A payout already includes this commission. We take the amount off your next payout.',
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
    line: 'Un clic nos llegó tarde, cuando su pedido ya estaba decidido. Hemos vuelto a decidir el pedido con ese clic.',
  },
  lost: {
    heading: (amount: string, brand: string) => `Se han revertido ${amount} de ${brand}`,
    line: 'Un clic nos llegó tarde, cuando su pedido ya estaba decidido. Hemos vuelto a decidir el pedido con ese clic, y ganas menos con él.',
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

/** Tells a creator what a late click changed for them. */
export function lateClickMail(
  ctx: Context,
  creator: Reader,
  order: Order,
  { amount, inPayout }: EarningChange,
  brand: string,
): Mail {
  const words = wordsIn({ en, es }, creator.locale);
  const isGain = amount > 0n;
  const { heading, line } = isGain ? words.gained : words.lost;
  const money = moneyText(isGain ? amount : -amount, order.currency, creator.locale);
  return {
    to: creator,
    topic: 'payout',
    kind: isGain ? 'late_click_gained' : 'late_click_lost',
    subject: heading(money, brand),
    heading: heading(money, brand),
    paragraphs: [line, ...(inPayout && !isGain ? [words.lost.inPayout] : [])],
    facts: [
      [words.brand, brand],
      [words.order, order.order_id],
      [words.placed, dayText(order.placed_at, creator)],
      [words.change, moneyText(amount, order.currency, creator.locale)],
    ],
    action: { label: words.action, url: `${ctx.config.publicUrl}/earnings` },
    reason: words.reason,
  };
}
