import type { OperatorTicket } from '@vitrine/contract/support.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { wordsIn } from '../platform/spoken.ts';

const en = {
  subject: (subject: string) => `Answer: ${subject}`,
  heading: 'Here is our answer',
  hello: (name: string) => `Hello ${name},`,
  youWrote: 'You wrote:',
  deed: 'Open the portal',
  afterword: 'The answer also stands under Feedback/support in the user menu.',
  reason: 'You get this mail because you asked us something in the portal.',
};

const es: typeof en = {
  subject: (subject) => `Respuesta: ${subject}`,
  heading: 'Esta es nuestra respuesta',
  hello: (name) => `Hola, ${name}:`,
  youWrote: 'Escribiste:',
  deed: 'Abrir el portal',
  afterword: 'La respuesta también está en «Comentarios/soporte», en el menú de usuario.',
  reason: 'Recibes este correo porque nos preguntaste algo en el portal.',
};

/** The answer is sent whatever is switched off: they asked for it. */
export function answerMail(publicUrl: string, sender: Reader, ticket: OperatorTicket, answer: string): Mail {
  const words = wordsIn({ en, es }, sender.locale);
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
