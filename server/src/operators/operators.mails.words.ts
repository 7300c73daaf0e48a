// The texts of the mails about the opening of a brand, once for each language.

const en = {
  brandOpened: {
    subject: (brand: string) => `${brand} is open on Vitrine`,
    heading: (brand: string) => `${brand} is open`,
    line: 'You can invite creators, import your catalogue, set your terms, and see what every order earned and why.',
    setPassword: 'Set your password',
    open: 'Open your console',
    afterword: 'The link works once, for three days. After that, ask for a new one under “Forgot password”.',
    reason: (brand: string) => `You get this mail because this address was named as the owner of ${brand}.`,
  },
};

const es: typeof en = {
  brandOpened: {
    subject: (brand) => `${brand} ya está en Vitrine`,
    heading: (brand) => `${brand} ya está abierta`,
    line: 'Puedes invitar a creadores, importar tu catálogo, fijar tus condiciones y ver qué generó cada pedido y por qué.',
    setPassword: 'Elegir tu contraseña',
    open: 'Abrir tu consola',
    afterword:
      'El enlace funciona una vez, durante tres días. Después, pide uno nuevo en «¿Has olvidado tu contraseña?».',
    reason: (brand) => `Recibes este correo porque se indicó esta dirección como titular de ${brand}.`,
  },
};

export const operatorWords = { en, es };
