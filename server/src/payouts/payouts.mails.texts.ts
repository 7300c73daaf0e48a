// The texts of emails about payouts.

const en = {
  amount: 'Amount',
  brand: 'Brand',
  creator: 'Creator',
  reference: 'Reference',
  why: 'Reason',
  someCreator: 'A creator',
  requested: {
    heading: (name: string, amount: string) => `${name} requested a payout of ${amount}`,
    line: 'The return windows of these commissions are over. Once you approve the payout, it can be sent.',
    button: 'View payout',
    reason: (brand: string) => `You get this email because you’re an owner of ${brand}.`,
  },
  approved: {
    heading: (brand: string, amount: string) => `${brand} approved your payout of ${amount}`,
    line: 'Next, it’s sent to your bank. We’ll email you when it’s paid.',
  },
  paid: {
    heading: (brand: string, amount: string) => `${brand} paid you ${amount}`,
    line: 'It usually takes banks one to three business days to show it in your account.',
  },
  failed: {
    heading: (_brand: string, amount: string) => `Your payout of ${amount} failed`,
    line: 'The payout couldn’t be completed. The money is available again, and you can request another payout.',
  },
  seePayouts: 'View your payouts',
  reason:
    'You get this email because you requested this payout or your brand pays monthly. You can turn off emails about payouts in your settings.',
  statement: {
    heading: (brand: string, month: string) => `Your ${month} statement from ${brand} is ready`,
    line: 'The month is closed and won’t change. The statement lists every entry. You can download it as a PDF or CSV.',
    opening: 'Opening balance',
    closing: 'Closing balance',
    button: 'View your statements',
    reason:
      'You get this email because you work with this brand. You can turn off emails about payouts in your settings.',
  },
  details: {
    changed: 'Your bank details were changed',
    removed: 'Your bank details were removed',
    paidTo: (hint: string) => `From now on we’ll pay you to the account ${hint}.`,
    usableFrom: (moment: string) => `For your security, you can use it from ${moment}.`,
    none: 'You can’t request payouts until you add new ones.',
    button: 'View your bank details',
    afterword:
      'If this wasn’t you, change your password right away. That logs out every other session. Then reply to this email or contact support.',
    reason: 'You get this email because we always tell you when your bank details change.',
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
    heading: (name, amount) => `${name} ha solicitado un pago de ${amount}`,
    line: 'Los plazos de devolución de estas comisiones han terminado. Cuando apruebes el pago, se podrá enviar.',
    button: 'Ver el pago',
    reason: (brand) => `Recibes este correo porque eres titular de ${brand}.`,
  },
  approved: {
    heading: (brand, amount) => `${brand} ha aprobado tu pago de ${amount}`,
    line: 'Ahora se enviará a tu banco. Te escribiremos cuando esté pagado.',
  },
  paid: {
    heading: (brand, amount) => `${brand} te ha pagado ${amount}`,
    line: 'Los bancos suelen tardar de uno a tres días laborables en mostrarlo en tu cuenta.',
  },
  failed: {
    heading: (_brand, amount) => `Tu pago de ${amount} ha fallado`,
    line: 'No se ha podido completar el pago. El dinero vuelve a estar disponible y puedes solicitar otro pago.',
  },
  seePayouts: 'Ver tus pagos',
  reason:
    'Recibes este correo porque solicitaste este pago o porque tu marca paga cada mes. Puedes desactivar los correos sobre pagos en tus ajustes.',
  statement: {
    heading: (brand, month) => `Tu extracto de ${month} de ${brand} está listo`,
    line: 'El mes está cerrado y ya no cambiará. El extracto incluye todos los movimientos y puedes descargarlo en PDF o CSV.',
    opening: 'Saldo inicial',
    closing: 'Saldo final',
    button: 'Ver tus extractos',
    reason:
      'Recibes este correo porque trabajas con esta marca. Puedes desactivar los correos sobre pagos en tus ajustes.',
  },
  details: {
    changed: 'Tus datos bancarios han cambiado',
    removed: 'Tus datos bancarios se han eliminado',
    paidTo: (hint) => `A partir de ahora te pagaremos en la cuenta ${hint}.`,
    usableFrom: (moment) => `Por tu seguridad, podrás usarla a partir del ${moment}.`,
    none: 'No podrás solicitar pagos hasta que añadas otros.',
    button: 'Ver tus datos bancarios',
    afterword:
      'Si no fuiste tú, cambia tu contraseña cuanto antes. Así se cerrarán todas las demás sesiones. Después responde a este correo o escribe a soporte.',
    reason: 'Recibes este correo porque siempre te avisamos cuando cambian tus datos bancarios.',
  },
};

export const payoutTexts = { en, es };
