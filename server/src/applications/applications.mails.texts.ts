import type { RejectionReason } from '@vitrine/contract/applications.ts';

const en = {
  confirm: {
    subject: (brand: string) => `Confirm your application to ${brand}`,
    heading: (brand: string) => `Did you apply to ${brand}?`,
    line: (brand: string) => `Confirm your email address, so that ${brand} gets your application.`,
    button: 'Confirm application',
    until: (day: string) =>
      `The link is valid until ${day}. Without your confirmation, the application is deleted then.`,
    withdraw: 'With the same link you can withdraw your application later.',
    reason: (brand: string) =>
      `You get this email because somebody applied to ${brand} with this address. If that wasn’t you, you can ignore it.`,
  },
  known: {
    subject: (brand: string) => `About your application to ${brand}`,
    waiting: (brand: string) =>
      `You already applied to ${brand}, and it hasn’t answered yet. There’s nothing more to send. To withdraw your application, use the link in our first email.`,
    creator: (brand: string) =>
      `You already work with ${brand}, so you don’t need to apply. Log in to see your storefront.`,
    button: 'Log in',
  },
  received: {
    subject: (brand: string) => `${brand} got your application`,
    line: (brand: string) =>
      `We’ll email you as soon as ${brand} answers. Until then you can withdraw your application.`,
    button: 'View application',
  },
  approved: {
    subject: (brand: string) => `You can start at ${brand}`,
    line: (brand: string) =>
      `${brand} approved your application. Your storefront is ready: pick the products you want to recommend.`,
    button: 'Open your storefront',
  },
  rejected: {
    subject: (brand: string) => `Your application to ${brand}`,
    line: (brand: string) => `Thanks for applying to ${brand}. It decided not to work with you at this time.`,
    reasons: {
      no_fit: 'The reason: your topics don’t fit the brand.',
      audience: 'The reason: your audience is too small for the program right now.',
      incomplete: 'The reason: something was missing in your application.',
      region: 'The reason: the program isn’t available in your country.',
      full: 'The reason: the program isn’t taking more creators right now.',
      other: '',
    } satisfies Record<RejectionReason, string>,
  },
};

const es: typeof en = {
  confirm: {
    subject: (brand) => `Confirma tu solicitud a ${brand}`,
    heading: (brand) => `¿Has enviado una solicitud a ${brand}?`,
    line: (brand) => `Confirma tu correo para que ${brand} reciba tu solicitud.`,
    button: 'Confirmar la solicitud',
    until: (day) => `El enlace es válido hasta el ${day}. Sin tu confirmación, la solicitud se borra ese día.`,
    withdraw: 'Con el mismo enlace puedes retirar tu solicitud más adelante.',
    reason: (brand) =>
      `Recibes este correo porque alguien envió una solicitud a ${brand} con esta dirección. Si no fuiste tú, puedes ignorarlo.`,
  },
  known: {
    subject: (brand) => `Sobre tu solicitud a ${brand}`,
    waiting: (brand) =>
      `Ya enviaste una solicitud a ${brand} y aún no ha respondido. No hace falta que envíes nada más. Para retirarla, usa el enlace de nuestro primer correo.`,
    creator: (brand) =>
      `Ya trabajas con ${brand}, así que no necesitas enviar una solicitud. Inicia sesión para ver tu escaparate.`,
    button: 'Iniciar sesión',
  },
  received: {
    subject: (brand) => `${brand} ha recibido tu solicitud`,
    line: (brand) => `Te escribiremos en cuanto ${brand} responda. Hasta entonces puedes retirar tu solicitud.`,
    button: 'Ver la solicitud',
  },
  approved: {
    subject: (brand) => `Ya puedes empezar con ${brand}`,
    line: (brand) =>
      `${brand} ha aprobado tu solicitud. Tu escaparate está listo: elige los productos que quieres recomendar.`,
    button: 'Abrir tu escaparate',
  },
  rejected: {
    subject: (brand) => `Tu solicitud a ${brand}`,
    line: (brand) => `Gracias por tu solicitud a ${brand}. Ha decidido no trabajar contigo por ahora.`,
    reasons: {
      no_fit: 'El motivo: tus temas no encajan con la marca.',
      audience: 'El motivo: tu audiencia es aún pequeña para el programa.',
      incomplete: 'El motivo: faltaba algo en tu solicitud.',
      region: 'El motivo: el programa no está disponible en tu país.',
      full: 'El motivo: el programa no admite más creadores por ahora.',
      other: '',
    },
  },
};

export const applicationTexts = { en, es };
