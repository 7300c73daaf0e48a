const en = {
  paused: {
    heading: (brand: string) => `${brand} has paused your account`,
    lines: [
      'Clicks on your links earn nothing until it is resumed. The links still lead to the shop.',
      'What you have earned stays yours, and orders from earlier clicks still count. You can read and export everything, write to the brand, and cash out.',
    ],
  },
  resumed: {
    heading: (brand: string) => `${brand} has resumed your account`,
    lines: ['Clicks on your links earn again from now on.'],
  },
  ending: {
    heading: (brand: string, day: string) => `${brand} ends its work with you on ${day}`,
    lines: (day: string) => [
      `Until then, nothing changes. From ${day} on, clicks on your links earn nothing. The links still lead to the shop.`,
      'Orders from earlier clicks still earn within the brand’s attribution window. You can log in, read and export everything, and cash out what is yours.',
    ],
  },
  kept: {
    heading: (brand: string) => `${brand} goes on working with you`,
    lines: ['The end that was announced has been withdrawn. Clicks on your links earn as before.'],
  },
  moved: {
    heading: (brand: string, group: string) => `${brand} moves you to the group ${group}`,
    outHeading: (brand: string) => `${brand} takes you out of your group`,
    now: 'The terms for it apply to clicks from now on.',
    later: (day: string) => `The terms for it apply to clicks from ${day} on. Until then, yours stay as they are.`,
  },
  write: 'Write to the brand',
  object: 'Read more and object',
  terms: 'See your terms',
  reason: (brand: string) => `You get this email because you work with ${brand}.`,
};

const es: typeof en = {
  paused: {
    heading: (brand) => `${brand} ha pausado tu cuenta`,
    lines: [
      'Los clics en tus enlaces no generan comisiones hasta que se reanude. Los enlaces siguen llevando a la tienda.',
      'Lo que has ganado sigue siendo tuyo, y los pedidos de clics anteriores cuentan. Puedes leer y exportar todo, escribir a la marca y cobrar.',
    ],
  },
  resumed: {
    heading: (brand) => `${brand} ha reanudado tu cuenta`,
    lines: ['Desde ahora, los clics en tus enlaces vuelven a generar comisiones.'],
  },
  ending: {
    heading: (brand, day) => `${brand} termina su colaboración contigo el ${day}`,
    lines: (day) => [
      `Hasta entonces no cambia nada. Desde el ${day}, los clics en tus enlaces no generan comisiones. Los enlaces siguen llevando a la tienda.`,
      'Los pedidos de clics anteriores siguen generando comisiones dentro de la ventana de atribución de la marca. Puedes iniciar sesión, leer y exportar todo, y cobrar lo que es tuyo.',
    ],
  },
  kept: {
    heading: (brand) => `${brand} sigue colaborando contigo`,
    lines: ['Se ha retirado el final anunciado. Los clics en tus enlaces generan comisiones como antes.'],
  },
  moved: {
    heading: (brand, group) => `${brand} te cambia al grupo ${group}`,
    outHeading: (brand) => `${brand} te saca de tu grupo`,
    now: 'Sus condiciones se aplican a los clics desde ahora.',
    later: (day) => `Sus condiciones se aplican a los clics desde el ${day}. Hasta entonces, las tuyas siguen igual.`,
  },
  write: 'Escribir a la marca',
  object: 'Leer más y reclamar',
  terms: 'Ver tus condiciones',
  reason: (brand) => `Recibes este correo porque colaboras con ${brand}.`,
};

export const rosterTexts = { en, es };
