// The text of the test email.

const en = {
  test: {
    subject: 'Test email',
    heading: 'Your mail settings work',
    line: (portal: string) =>
      `This email was sent from ${portal}. Emails to your brands and creators arrive the same way.`,
    reason: 'You get this email because an operator entered this address for a test.',
  },
};

const es: typeof en = {
  test: {
    subject: 'Correo de prueba',
    heading: 'La configuración del correo funciona',
    line: (portal) =>
      `Este correo se ha enviado desde ${portal}. Los correos a tus marcas y creadores llegan de la misma forma.`,
    reason: 'Recibes este correo porque un operador indicó esta dirección para hacer una prueba.',
  },
};

export const installationTexts = { en, es };
