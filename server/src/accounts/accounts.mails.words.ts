// What the mails about the safety of an account say alike, once for each language.

const en = {
  safety: 'You get this because it is about the safety of your account. These mails cannot be switched off.',
  look: 'Look at your account',
};

const es: typeof en = {
  safety: 'Recibes este correo porque se trata de la seguridad de tu cuenta. Estos correos no se pueden desactivar.',
  look: 'Ver tu cuenta',
};

export const safetyWords = { en, es };
