import type { SuspensionCategory } from '@vitrine/contract/values/suspension-categories.ts';

/** `by`: the name of the brand, or null for an operator. */
type By = string | null;

const en = {
  categories: {
    fraud: 'Fraud',
    self_purchases: 'Your own purchases',
    content: 'Trademarks or content',
    abuse: 'Abuse',
    legal: 'Legal reasons',
    other: 'Other',
  } satisfies Record<SuspensionCategory, string>,
  category: 'Reason',
  until: 'You can object until',
  due: 'Answer by',
  creator: 'Creator',
  suspended: {
    heading: 'Your account is suspended',
    lines: [
      'From now on, clicks on your links earn nothing, and shoppers don’t see your storefronts. The links still lead to the shops.',
      'What you have earned stays yours, and orders from earlier clicks still count. You can log in, read and export everything, and cash out.',
    ],
    object: (until: string) =>
      `If you think this is wrong, you can object once, until ${until}. We then have 7 days to answer. Without an answer, the suspension ends by itself.`,
    action: 'Read more and object',
  },
  pausedObject: (brand: string, until: string) =>
    `If you think this is wrong, you can object once, until ${until}. ${brand} then has 7 days to answer. Without an answer, the pause ends by itself.`,
  ended: {
    heading: (by: By) => (by === null ? 'Your account is no longer suspended' : `${by} no longer pauses your account`),
    lifted: 'The suspension was lifted. This is the reason:',
    lapsed: (by: By) =>
      by === null
        ? 'Nobody answered your objection in time, so the suspension has ended.'
        : `${by} didn’t answer your objection in time, so the pause has ended.`,
    line: 'Everything is as it was before. Clicks on your links earn again from now on.',
    action: 'Open your account',
  },
  objection: {
    heading: (creator: string) => `${creator} objects to being suspended`,
    pauseHeading: (creator: string) => `${creator} objects to being paused`,
    line: 'The creator writes:',
    deadline: (at: string) => `Please answer by ${at}. Without an answer, it ends by itself.`,
    action: 'Answer objection',
  },
  unanswered: {
    heading: (creator: string) => `The suspension of ${creator} has ended`,
    pauseHeading: (creator: string) => `The pause of ${creator} has ended`,
    line: 'Nobody answered the objection in time. Clicks on the creator’s links earn again from now on.',
    action: 'View creator',
  },
  upheld: {
    heading: (by: By) => (by === null ? 'Your account stays suspended' : `Your account at ${by} stays paused`),
    line: 'We have read your objection. This is the answer:',
    rest: 'You can still log in, read and export everything, and cash out what is yours.',
    action: 'Read more',
  },
  reasonCreator: 'You get this email because it is about your account.',
  reasonBrand: (brand: string) => `You get this email because you manage the creators of ${brand}.`,
  reasonOperator: 'You get this email because you are an operator of this installation.',
};

const es: typeof en = {
  categories: {
    fraud: 'Fraude',
    self_purchases: 'Compras propias',
    content: 'Marcas o contenido',
    abuse: 'Abuso',
    legal: 'Motivos legales',
    other: 'Otro',
  },
  category: 'Motivo',
  until: 'Puedes reclamar hasta el',
  due: 'Responder antes del',
  creator: 'Creador',
  suspended: {
    heading: 'Tu cuenta está suspendida',
    lines: [
      'Desde ahora, los clics en tus enlaces no generan comisiones y los compradores no ven tus escaparates. Los enlaces siguen llevando a las tiendas.',
      'Lo que has ganado sigue siendo tuyo, y los pedidos de clics anteriores cuentan. Puedes iniciar sesión, leer y exportar todo, y cobrar.',
    ],
    object: (until) =>
      `Si crees que es un error, puedes reclamar una vez, hasta el ${until}. Después tenemos 7 días para responder. Sin respuesta, la suspensión termina sola.`,
    action: 'Leer más y reclamar',
  },
  pausedObject: (brand, until) =>
    `Si crees que es un error, puedes reclamar una vez, hasta el ${until}. Después ${brand} tiene 7 días para responder. Sin respuesta, la pausa termina sola.`,
  ended: {
    heading: (by) => (by === null ? 'Tu cuenta ya no está suspendida' : `${by} ya no tiene tu cuenta en pausa`),
    lifted: 'Se ha levantado la suspensión. Este es el motivo:',
    lapsed: (by) =>
      by === null
        ? 'Nadie respondió a tu reclamación a tiempo, así que la suspensión ha terminado.'
        : `${by} no respondió a tu reclamación a tiempo, así que la pausa ha terminado.`,
    line: 'Todo está como antes. Desde ahora, los clics en tus enlaces vuelven a generar comisiones.',
    action: 'Abrir tu cuenta',
  },
  objection: {
    heading: (creator) => `${creator} reclama contra su suspensión`,
    pauseHeading: (creator) => `${creator} reclama contra su pausa`,
    line: 'El creador escribe:',
    deadline: (at) => `Responde antes del ${at}. Sin respuesta, termina sola.`,
    action: 'Responder a la reclamación',
  },
  unanswered: {
    heading: (creator) => `La suspensión de ${creator} ha terminado`,
    pauseHeading: (creator) => `La pausa de ${creator} ha terminado`,
    line: 'Nadie respondió a la reclamación a tiempo. Desde ahora, los clics en los enlaces del creador vuelven a generar comisiones.',
    action: 'Ver al creador',
  },
  upheld: {
    heading: (by) => (by === null ? 'Tu cuenta sigue suspendida' : `Tu cuenta en ${by} sigue en pausa`),
    line: 'Hemos leído tu reclamación. Esta es la respuesta:',
    rest: 'Puedes seguir iniciando sesión, leyendo y exportando todo, y cobrando lo que es tuyo.',
    action: 'Leer más',
  },
  reasonCreator: 'Recibes este correo porque trata de tu cuenta.',
  reasonBrand: (brand) => `Recibes este correo porque gestionas los creadores de ${brand}.`,
  reasonOperator: 'Recibes este correo porque eres operador de esta instalación.',
};

export const suspensionMailTexts = { en, es };
