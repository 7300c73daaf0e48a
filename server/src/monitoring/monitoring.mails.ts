import type { Mail, Reader } from '../platform/mail/mail.ts';
import { textsIn } from '../platform/locale.ts';
import type { VerificationKind } from './verification.queries.ts';

const en = {
  ledger: {
    subject: 'The daily check of the ledger found a difference',
    heading: 'The ledger is wrong in at least one place',
    line: 'Every day, Vitrine compares all balances with the entries they are counted from. Nothing was changed. This is the first difference:',
    next: 'Run npm run ledger:verify on the server to see it again. Don’t approve payouts before you know the cause.',
  },
  clicks: {
    subject: 'The daily check of the click counts found a difference',
    heading: 'A click count is wrong in at least one place',
    line: 'Every day, Vitrine compares all click counts with the clicks they are counted from. Nothing was changed. This is the first difference:',
    next: 'Run npm run clicks:verify on the server to see it again. Commissions don’t depend on these counts.',
  },
  reason: 'You get this email because you operate this installation.',
};

const es: typeof en = {
  ledger: {
    subject: 'La comprobación diaria del libro mayor encontró una diferencia',
    heading: 'El libro mayor tiene al menos un error',
    line: 'Vitrine compara cada día todos los saldos con los asientos de los que salen. No se ha cambiado nada. Esta es la primera diferencia:',
    next: 'Ejecuta npm run ledger:verify en el servidor para verla de nuevo. No apruebes pagos antes de conocer la causa.',
  },
  clicks: {
    subject: 'La comprobación diaria de los clics encontró una diferencia',
    heading: 'El recuento de clics tiene al menos un error',
    line: 'Vitrine compara cada día todos los recuentos con los clics de los que salen. No se ha cambiado nada. Esta es la primera diferencia:',
    next: 'Ejecuta npm run clicks:verify en el servidor para verla de nuevo. Las comisiones no dependen de estos recuentos.',
  },
  reason: 'Recibes este correo porque administras esta instalación.',
};

export function verificationFailedMail(operator: Reader, kind: VerificationKind, finding: string): Mail {
  const texts = textsIn({ en, es }, operator.locale);
  const { subject, heading, line, next } = texts[kind];
  return {
    to: operator,
    topic: 'always',
    kind: 'verification_failed',
    subject,
    heading,
    paragraphs: [line, { quote: finding }, next],
    reason: texts.reason,
  };
}
