// The texts of the mails about payouts, once for each language.

const en = {
  amount: 'Amount',
  brand: 'Brand',
  creator: 'Creator',
  reference: 'Reference',
  why: 'Why',
  someCreator: 'A creator',
  requested: {
    heading: (name: string, amount: string) => `${name} asks for ${amount}`,
    line: 'The return windows of these commissions are over. Approve the payout, and it can be sent.',
    deed: 'Look at the payout',
    reason: (brand: string) => `You get this mail because you are an owner of ${brand}.`,
  },
  approved: {
    heading: (brand: string, amount: string) => `${brand} approved your ${amount}`,
    line: 'It goes to your bank next. You hear from us again when it is paid.',
  },
  paid: {
    heading: (brand: string, amount: string) => `${brand} paid you ${amount}`,
    line: 'How long your bank takes to show it is up to the banks, as a rule one to three working days.',
  },
  failed: {
    heading: (_brand: string, amount: string) => `Your ${amount} came back`,
    line: 'The payout could not be made. The money is current again: nothing of it is lost, and you can cash it out again.',
  },
  seePayouts: 'See your payouts',
  reason:
    'You get this mail because you asked for this payout, or your brand pays out monthly. Mails about payouts can be switched off in your settings.',
  statement: {
    heading: (brand: string, month: string) => `Your statement of ${month} from ${brand} is ready`,
    line: 'The month is closed and does not change any more. The statement holds every entry, and can be kept as PDF and CSV.',
    opening: 'Opening balance',
    closing: 'Closing balance',
    deed: 'See your statements',
    reason:
      'You get this mail because you work with this brand. Mails about payouts can be switched off in your settings.',
  },
  details: {
    changed: 'Your bank details were changed',
    removed: 'Your bank details were removed',
    paidTo: (hint: string) => `From now on you are paid to the account ${hint}.`,
    usableFrom: (moment: string) => `For your safety it can be used from ${moment}.`,
    none: 'Until you add new ones, nothing can be cashed out.',
    deed: 'Look at your details',
    afterword:
      'If this was not you, change your password at once: that ends every session. Then answer this mail or write to support.',
    reason: 'You get this mail because a change of where you are paid is always told to you.',
  },
};

const es: typeof en = {
  amount: 'Importe',
  brand: 'Marca',
  creator: 'Creador',
  reference: 'Referencia',
  why: 'Motivo',
  someCreator: 'Un creador',
  requested: {
    heading: (name, amount) => `${name} pide ${amount}`,
    line: 'Los plazos de devolución de estas comisiones han terminado. Aprueba el pago y se podrá enviar.',
    deed: 'Ver el pago',
    reason: (brand) => `Recibes este correo porque eres titular de ${brand}.`,
  },
  approved: {
    heading: (brand, amount) => `${brand} aprobó tus ${amount}`,
    line: 'El siguiente paso es el envío a tu banco. Te avisaremos cuando esté pagado.',
  },
  paid: {
    heading: (brand, amount) => `${brand} te pagó ${amount}`,
    line: 'Cuándo lo muestra tu banco depende de los bancos; por lo general, de uno a tres días laborables.',
  },
  failed: {
    heading: (_brand, amount) => `Tus ${amount} han vuelto`,
    line: 'No se pudo hacer el pago. El dinero vuelve a estar disponible: no se ha perdido nada y puedes cobrarlo de nuevo.',
  },
  seePayouts: 'Ver tus pagos',
  reason:
    'Recibes este correo porque pediste este pago o porque tu marca paga cada mes. Los correos sobre pagos se pueden desactivar en tus ajustes.',
  statement: {
    heading: (brand, month) => `Tu extracto de ${month} de ${brand} está listo`,
    line: 'El mes está cerrado y ya no cambia. El extracto contiene cada movimiento y se puede guardar como PDF y CSV.',
    opening: 'Saldo inicial',
    closing: 'Saldo final',
    deed: 'Ver tus extractos',
    reason:
      'Recibes este correo porque trabajas con esta marca. Los correos sobre pagos se pueden desactivar en tus ajustes.',
  },
  details: {
    changed: 'Tus datos bancarios han cambiado',
    removed: 'Tus datos bancarios se han eliminado',
    paidTo: (hint) => `A partir de ahora cobras en la cuenta ${hint}.`,
    usableFrom: (moment) => `Por tu seguridad, se puede usar a partir del ${moment}.`,
    none: 'Hasta que añadas otros, no se puede cobrar nada.',
    deed: 'Ver tus datos',
    afterword:
      'Si no fuiste tú, cambia tu contraseña enseguida: con eso se cierran todas las sesiones. Después responde a este correo o escribe al soporte.',
    reason: 'Recibes este correo porque siempre se te avisa de un cambio en dónde cobras.',
  },
};

export const payoutWords = { en, es };
