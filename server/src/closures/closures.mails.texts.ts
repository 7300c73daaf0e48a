const en = {
  closing: {
    subject: 'Your account will be erased',
    heading: 'Your account is being closed',
    byOwner: 'You asked to close your account.',
    byOperator: 'An operator is closing your account for this reason:',
    lines: (day: string) => [
      `Until ${day} you can log in and keep your account.`,
      'Then we erase your account and your personal data. If a brand still owes you money on that day, we wait until it’s settled.',
    ],
    button: 'Keep my account',
  },
  kept: {
    subject: 'Your account stays open',
    heading: 'We’re keeping your account',
    lines: ['Your account is no longer being closed. Everything is as it was before.'],
    button: 'Open Vitrine',
  },
  erased: {
    subject: 'Your account is erased',
    heading: 'We’re erasing your account',
    lines: [
      'You’re logged out everywhere, and your personal data is being erased now. This can’t be undone.',
      'Brands keep their books: orders, commissions and payouts, with a code in place of your name.',
      'This is our last email. Your address is erased too.',
    ],
  },
  reason: 'You get this email because it’s about closing your account. You can’t turn these emails off.',
};

const es: typeof en = {
  closing: {
    subject: 'Tu cuenta se va a borrar',
    heading: 'Tu cuenta se está cerrando',
    byOwner: 'Has pedido cerrar tu cuenta.',
    byOperator: 'Un operador está cerrando tu cuenta por este motivo:',
    lines: (day) => [
      `Hasta el ${day} puedes iniciar sesión y conservar tu cuenta.`,
      'Después borraremos tu cuenta y tus datos personales. Si ese día una marca todavía te debe dinero, esperaremos a que se liquide.',
    ],
    button: 'Conservar mi cuenta',
  },
  kept: {
    subject: 'Tu cuenta sigue abierta',
    heading: 'Conservamos tu cuenta',
    lines: ['Tu cuenta ya no se está cerrando. Todo sigue como antes.'],
    button: 'Abrir Vitrine',
  },
  erased: {
    subject: 'Tu cuenta se ha borrado',
    heading: 'Estamos borrando tu cuenta',
    lines: [
      'Hemos cerrado tu sesión en todos los dispositivos y estamos borrando tus datos personales. Esto no se puede deshacer.',
      'Las marcas conservan su contabilidad: pedidos, comisiones y pagos, con un código en lugar de tu nombre.',
      'Este es nuestro último correo. También borramos tu dirección.',
    ],
  },
  reason: 'Recibes este correo porque trata del cierre de tu cuenta. Estos correos no se pueden desactivar.',
};

export const closureTexts = { en, es };
