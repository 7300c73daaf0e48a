// The texts of emails about take-downs and reports.

const en = {
  hello: (name: string) => `Hi ${name},`,
  address: 'Address',
  reference: 'Reference',
  ownerReason: 'You get this email because it is about something you published here.',
  reporterReason: 'You get this email because this address was given in a report on our website.',
  takedown: {
    subject: {
      link: 'We took down one of your links',
      storefront: 'We took down one of your storefronts',
      creator: 'We took down your storefronts',
      picture: 'We took down one of your pictures',
    },
    why: {
      copyright: 'We received a copyright notice about it, so we have to take it down. This is what its page says:',
      court_order: 'A court or an authority ordered us to take it down. This is what its page says:',
      trademark: 'We received a complaint that it infringes a trademark. This is what its page says:',
      privacy: 'We received a complaint that it violates someone’s privacy. This is what its page says:',
      scam: 'It was reported as a scam, phishing or malware. This is what its page says:',
      harmful: 'It showed something illegal or dangerous. This is what its page says:',
      terms: 'It broke the terms of use. This is what its page says:',
    },
    notice: 'This is what was reported to us:',
    sender: 'From',
    counter:
      'If this is a mistake, or you had the right to use it, send a counter-notice in the portal. We then restore it after 10 to 14 business days, unless the other side goes to court. Commissions that you already earned are not affected.',
    object:
      'If you don’t agree, write to us under Feedback/support. Commissions that you already earned are not affected.',
    button: 'See what was taken down',
  },
  lifted: {
    subject: 'It’s live again',
    line: 'We restored what we had taken down. The reason:',
  },
  received: {
    subject: (reference: string) => `We received your report ${reference}`,
    heading: 'We received your report',
    line: 'We look at each report and decide within 5 business days. You get an email with our decision.',
    notYou: 'If you didn’t send a report, you can ignore this email.',
  },
  decided: {
    subject: (reference: string) => `Our decision on your report ${reference}`,
    heading: {
      taken_down: 'We took it down',
      declined: 'We didn’t take it down',
      restored: 'We restored it',
    },
    line: {
      taken_down: 'We took down what you reported. This is what its page says:',
      declined: 'We looked at your report and decided not to take it down. The reason:',
      restored: 'We restored what you had reported. The reason:',
    },
  },
  counter: {
    subject: (reference: string) => `Counter-notice to your report ${reference}`,
    heading: 'The other side sent a counter-notice',
    line: 'The person whose material we took down after your notice objects:',
    sworn:
      'They state under penalty of perjury that they believe in good faith that it was removed by mistake or misidentification, and accept the jurisdiction of the federal court of their district and service from you.',
    restore: (day: string, contact: string) =>
      `We restore the material from ${day}, unless you tell us before that you have gone to court to stop its use. Write to ${contact}.`,
    name: 'Name',
    postal: 'Postal address',
    phone: 'Phone',
    signature: 'Signature',
  },
};

const es: typeof en = {
  hello: (name) => `Hola, ${name},`,
  address: 'Dirección',
  reference: 'Referencia',
  ownerReason: 'Recibes este correo porque trata de algo que publicaste aquí.',
  reporterReason: 'Recibes este correo porque esta dirección se indicó en una denuncia en nuestra web.',
  takedown: {
    subject: {
      link: 'Hemos retirado uno de tus enlaces',
      storefront: 'Hemos retirado uno de tus escaparates',
      creator: 'Hemos retirado tus escaparates',
      picture: 'Hemos retirado una de tus imágenes',
    },
    why: {
      copyright: 'Recibimos un aviso de derechos de autor, así que tenemos que retirarlo. Su página dice ahora:',
      court_order: 'Un tribunal o una autoridad nos ordenó retirarlo. Su página dice ahora:',
      trademark: 'Recibimos una queja de que infringe una marca. Su página dice ahora:',
      privacy: 'Recibimos una queja de que vulnera la privacidad de alguien. Su página dice ahora:',
      scam: 'Se denunció como estafa, suplantación o software malicioso. Su página dice ahora:',
      harmful: 'Mostraba algo ilegal o peligroso. Su página dice ahora:',
      terms: 'Incumplía los términos de uso. Su página dice ahora:',
    },
    notice: 'Esto es lo que nos comunicaron:',
    sender: 'De',
    counter:
      'Si es un error, o tenías derecho a usarlo, envía una contranotificación en el portal. En ese caso lo restauramos entre 10 y 14 días hábiles después, salvo que la otra parte acuda a los tribunales. Las comisiones que ya ganaste no cambian.',
    object: 'Si no estás de acuerdo, escríbenos en Comentarios/soporte. Las comisiones que ya ganaste no cambian.',
    button: 'Ver lo que se retiró',
  },
  lifted: {
    subject: 'Vuelve a estar publicado',
    line: 'Hemos restaurado lo que habíamos retirado. El motivo:',
  },
  received: {
    subject: (reference) => `Hemos recibido tu denuncia ${reference}`,
    heading: 'Hemos recibido tu denuncia',
    line: 'Revisamos cada denuncia y decidimos en 5 días hábiles. Te enviaremos un correo con la decisión.',
    notYou: 'Si no enviaste ninguna denuncia, puedes ignorar este correo.',
  },
  decided: {
    subject: (reference) => `Nuestra decisión sobre tu denuncia ${reference}`,
    heading: {
      taken_down: 'Lo hemos retirado',
      declined: 'No lo hemos retirado',
      restored: 'Lo hemos restaurado',
    },
    line: {
      taken_down: 'Hemos retirado lo que denunciaste. Su página dice ahora:',
      declined: 'Revisamos tu denuncia y decidimos no retirarlo. El motivo:',
      restored: 'Hemos restaurado lo que denunciaste. El motivo:',
    },
  },
  counter: {
    subject: (reference) => `Contranotificación a tu denuncia ${reference}`,
    heading: 'La otra parte envió una contranotificación',
    line: 'La persona cuyo material retiramos tras tu aviso se opone:',
    sworn:
      'Declara bajo pena de perjurio que cree de buena fe que se retiró por error o por una identificación equivocada, y acepta la jurisdicción del tribunal federal de su distrito y las notificaciones que le envíes.',
    restore: (day, contact) =>
      `Restauraremos el material a partir del ${day}, salvo que antes nos digas que has acudido a los tribunales para impedir su uso. Escribe a ${contact}.`,
    name: 'Nombre',
    postal: 'Dirección postal',
    phone: 'Teléfono',
    signature: 'Firma',
  },
};

export const takedownTexts = { en, es };
