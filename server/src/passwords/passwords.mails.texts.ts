// The texts of emails about passwords.
import { safetyTexts } from '../accounts/accounts.mails.texts.ts';

const en = {
  ...safetyTexts.en,
  passwordChanged: {
    subject: 'Your password was changed',
    heading: 'You have a new password',
    lines: [
      'The password of your account was changed, and all your other sessions were logged out.',
      'If this wasn’t you, set a new password now. That logs out whoever changed it.',
    ],
    button: 'Set a new password',
  },
  reset: {
    subject: 'Choose a new password',
    line: 'Someone, most likely you, asked to reset the password of this account.',
    afterword: [
      'The link works once and expires in an hour. Setting a new password logs you out everywhere.',
      'If this wasn’t you, you can ignore this email. Your password stays the same.',
    ],
    reason: 'You get this email because someone requested a new password for this address.',
  },
  resetDone: {
    subject: 'Your password was changed',
    line: 'A new password was set for this account, and all its sessions were logged out.',
    button: 'Log in',
    afterword: 'If this wasn’t you, request another new password right away and tell us.',
  },
  firstPassword: {
    subject: 'Your password is set',
    line: 'You can now log in with your email address and your new password.',
    button: 'Log in',
    afterword: 'If this wasn’t you, request another password right away and tell us.',
  },
};

const es: typeof en = {
  ...safetyTexts.es,
  passwordChanged: {
    subject: 'Tu contraseña ha cambiado',
    heading: 'Tienes una nueva contraseña',
    lines: [
      'Se ha cambiado la contraseña de tu cuenta y se han cerrado todas las demás sesiones.',
      'Si no fuiste tú, elige otra ahora. Así se cerrará la sesión de quien la cambió.',
    ],
    button: 'Elegir una nueva contraseña',
  },
  reset: {
    subject: 'Elige una nueva contraseña',
    line: 'Alguien, probablemente tú, ha pedido restablecer la contraseña de esta cuenta.',
    afterword: [
      'El enlace funciona una sola vez y caduca en una hora. Al elegir una nueva contraseña se cierran todas tus sesiones.',
      'Si no fuiste tú, puedes ignorar este correo. Tu contraseña no cambia.',
    ],
    reason: 'Recibes este correo porque alguien pidió una nueva contraseña para esta dirección.',
  },
  resetDone: {
    subject: 'Tu contraseña ha cambiado',
    line: 'Se ha elegido una nueva contraseña para esta cuenta y se han cerrado todas sus sesiones.',
    button: 'Iniciar sesión',
    afterword: 'Si no fuiste tú, pide otra contraseña cuanto antes y avísanos.',
  },
  firstPassword: {
    subject: 'Tu contraseña está lista',
    line: 'Ya puedes iniciar sesión con tu correo electrónico y tu nueva contraseña.',
    button: 'Iniciar sesión',
    afterword: 'Si no fuiste tú, pide otra contraseña cuanto antes y avísanos.',
  },
};

export const passwordTexts = { en, es };
