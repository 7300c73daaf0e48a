import type { OperatorTicket } from '@vitrine/contract/support.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { textsIn } from '../platform/locale.ts';

const en = {
  subject: (subject: string) => `Re: ${subject}`,
  heading: 'Here’s our reply',
  hello: (name: string) => `Hi ${name},`,
  youWrote: 'You wrote:',
  button: 'Open the portal',
  afterword: 'You can also find this reply under Feedback/support in the user menu.',
  reason: 'You get this email because you wrote to us in the portal.',
};

const es: typeof en = {
  subject: (subject) => `Re: ${subject}`,
  heading: 'Esta es nuestra respuesta',
  hello: (name) => `Hola, ${name}:`,
  youWrote: 'Escribiste:',
  button: 'Abrir el portal',
  afterword: 'También encontrarás la respuesta en «Comentarios/soporte», en el menú de usuario.',
  reason: 'Recibes este correo porque nos escribiste desde el portal.',
};

/** Always sent, because the user asked for it. */
export function answerMail(publicUrl: string, sender: Reader, ticket: OperatorTicket, answer: string): Mail {
  const texts = textsIn({ en, es }, sender.locale);
  return {
    to: sender,
    topic: 'always',
    kind: 'ticket_answer',
    subject: texts.subject(ticket.subject),
    heading: texts.heading,
    paragraphs: [
      texts.hello(sender.displayName),
      ...paragraphsOf(answer),
      texts.youWrote,
      { quote: ticket.body.trim() },
    ],
    action: { label: texts.button, url: publicUrl },
    afterword: [texts.afterword],
    reason: texts.reason,
  };
}

function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
}
