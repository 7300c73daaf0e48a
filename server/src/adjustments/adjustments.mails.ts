import type { AdjustmentKind } from '@vitrine/contract/adjustments.ts';
import type { Context } from '../context.ts';
import { textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { moneyText } from '../platform/money.text.ts';

// Emails about bonuses and corrections, in the creator's language.

const en = {
  brand: 'Brand',
  amount: 'Amount',
  bonus: (brand: string, amount: string) => `${brand} gave you a bonus of ${amount}`,
  more: (brand: string, amount: string) => `${brand} added a correction of ${amount} to your balance`,
  less: (brand: string, amount: string) => `${brand} took a correction of ${amount} off your balance`,
  available: 'It’s in your available balance, and your next payout includes it. This is the reason they gave:',
  taken: 'It comes off your available balance, or off your next payout. This is the reason they gave:',
  action: 'View bonuses and corrections',
  afterword: 'If you think this is a mistake, write to the brand under Messages.',
  reason:
    'You get this email because your balance changed. You can turn off emails about commissions and payouts in your settings.',
};

const es: typeof en = {
  brand: 'Marca',
  amount: 'Importe',
  bonus: (brand, amount) => `${brand} te dio un bono de ${amount}`,
  more: (brand, amount) => `${brand} añadió una corrección de ${amount} a tu saldo`,
  less: (brand, amount) => `${brand} restó una corrección de ${amount} de tu saldo`,
  available: 'Está en tu saldo disponible y se incluye en tu próximo pago. Este es el motivo que dio:',
  taken: 'Se descuenta de tu saldo disponible o de tu próximo pago. Este es el motivo que dio:',
  action: 'Ver bonos y correcciones',
  afterword: 'Si crees que es un error, escribe a la marca en Mensajes.',
  reason:
    'Recibes este correo porque tu saldo cambió. Puedes desactivar los correos sobre comisiones y pagos en tus ajustes.',
};

type Told = { kind: AdjustmentKind; amount: bigint; currency: string; reason: string; brand: string };

export function adjustmentMail(ctx: Context, creator: Reader, of: Told): Mail {
  const texts = textsIn({ en, es }, creator.locale);
  const isLess = of.amount < 0n;
  const amount = moneyText(isLess ? -of.amount : of.amount, of.currency, creator.locale);
  const heading = (of.kind === 'bonus' ? texts.bonus : isLess ? texts.less : texts.more)(of.brand, amount);
  return {
    to: creator,
    topic: 'payout',
    kind: of.kind === 'bonus' ? 'bonus_given' : 'correction_made',
    subject: heading,
    heading,
    paragraphs: [isLess ? texts.taken : texts.available, { quote: of.reason }],
    facts: [
      [texts.brand, of.brand],
      [texts.amount, `${isLess ? '−' : ''}${amount}`],
    ],
    action: { label: texts.action, url: `${ctx.config.publicUrl}/earnings?view=adjustments` },
    afterword: [texts.afterword],
    reason: texts.reason,
  };
}
