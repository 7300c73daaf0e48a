// Texts that every email about account security shares.

const en = {
  safety: 'You get this email because it’s about the security of your account. You can’t turn these emails off.',
  look: 'View your account',
};

const es: typeof en = {
  safety: 'Recibes este correo porque afecta a la seguridad de tu cuenta. Estos correos no se pueden desactivar.',
  look: 'Ver tu cuenta',
};

export const safetyTexts = { en, es };
