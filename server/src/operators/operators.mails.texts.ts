// The texts of emails about a new brand.

const en = {
  brandOpened: {
    subject: (brand: string, portal: string) => `${brand} is now on ${portal}`,
    heading: (brand: string) => `${brand} is ready`,
    line: 'You can set your commission rates, import your catalog, invite creators, and see why each order earned a commission or not.',
    setPassword: 'Set your password',
    open: 'Open your brand',
    afterword: 'The link works once and expires in three days. After that, request a new one under “Forgot password”.',
    reason: (brand: string) => `You get this email because this address was entered as the owner of ${brand}.`,
  },
};

const es: typeof en = {
  brandOpened: {
    subject: (brand, portal) => `${brand} ya está en ${portal}`,
    heading: (brand) => `${brand} está lista`,
    line: 'Puedes fijar tus tasas de comisión, importar tu catálogo, invitar a creadores y ver por qué cada pedido generó o no una comisión.',
    setPassword: 'Elegir tu contraseña',
    open: 'Abrir tu marca',
    afterword:
      'El enlace funciona una sola vez y caduca en tres días. Después, pide uno nuevo en «¿Has olvidado tu contraseña?».',
    reason: (brand) => `Recibes este correo porque se indicó esta dirección como titular de ${brand}.`,
  },
};

export const operatorTexts = { en, es };
