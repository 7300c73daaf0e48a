import type { OperatorTicket } from '@vitrine/contract/support.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { textsIn } from '../platform/locale.ts';

const en = {
  subject: (subject: string) => `Re: ${subject}`,
  heading: 'Here’s our reply',
  hello: (name: string) => `Hi ${name},`,
  youWrote: 'You wrote:',
  deed: 'Open the portal',
  afterword: 'You can also find this reply under Feedback/support in the user menu.',
  reason: 'You get this email because you wrote to us in the portal.',
};

const es: typeof en = {
  subject: (subject) => `Re: ${subject}`,
  heading: 'Esta es nuestra respuesta',
  hello: (name) => `Hola, ${name}:`,
  youWrote: 'Escribiste:',
  deed: 'Abrir el portal',
  afterword: 'También encontrarás la respuesta en «Comentarios/soporte», en el menú de usuario.',
  reason: 'Recibes este correo porque nos escribiste desde el portal.',
};

/** Always sent, because the user asked for it. */
export function answerMail(publicUrl: string, sender: Reader, ticket: OperatorTicket, answer: string): Mail {
  const words = textsIn({ en, es }, sender.locale);
  return {
    to: sender,
    topic: 'always',
    kind: 'ticket_answer',
    subject: words.subject(ticket.subject),
    heading: words.heading,
    paragraphs: [
      words.hello(sender.displayName),
      ...paragraphsOf(answer),
      words.youWrote,
      { quote: ticket.body.trim() },
    ],
    action: { label: words.deed, url: publicUrl },
    afterword: [words.afterword],
    reason: words.reason,
  };
}

function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
}
