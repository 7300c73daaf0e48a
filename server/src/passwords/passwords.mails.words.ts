// The texts of the mails about a password, once for each language.
import { safetyWords } from '../accounts/accounts.mails.words.ts';

const en = {
  ...safetyWords.en,
  passwordChanged: {
    subject: 'Your password was changed',
    heading: 'You have a new password',
    lines: [
      'The password of your account was changed, and every other session was ended.',
      'If it was not you, set a new one now: whoever did it is signed out by that.',
    ],
    deed: 'Set a new password',
  },
  reset: {
    subject: 'Choose a new password',
    line: 'Somebody, most likely you, asked for a new password for this account.',
    afterword: [
      'The link works once, for one hour. It signs you out everywhere else.',
      'If it was not you, leave this mail alone: your password stays as it is.',
    ],
    reason: 'You get this mail because a new password was asked for at this address.',
  },
  resetDone: {
    subject: 'Your password was changed',
    line: 'A new password was set for this account, and everybody who was signed in was signed out.',
    deed: 'Log in',
    afterword: 'If it was not you, ask for another password at once and tell us.',
  },
};

const es: typeof en = {
  ...safetyWords.es,
  passwordChanged: {
    subject: 'Tu contraseña ha cambiado',
    heading: 'Tienes una nueva contraseña',
    lines: [
      'Se cambió la contraseña de tu cuenta y se cerraron todas las demás sesiones.',
      'Si no fuiste tú, elige otra ahora: con eso se cierra la sesión de quien lo hizo.',
    ],
    deed: 'Elegir una nueva contraseña',
  },
  reset: {
    subject: 'Elige una nueva contraseña',
    line: 'Alguien, probablemente tú, pidió una nueva contraseña para esta cuenta.',
    afterword: [
      'El enlace funciona una vez, durante una hora. Cierra tu sesión en todos los demás dispositivos.',
      'Si no fuiste tú, no hagas nada con este correo: tu contraseña queda como está.',
    ],
    reason: 'Recibes este correo porque se pidió una nueva contraseña con esta dirección.',
  },
  resetDone: {
    subject: 'Tu contraseña ha cambiado',
    line: 'Se eligió una nueva contraseña para esta cuenta y se cerraron todas las sesiones abiertas.',
    deed: 'Iniciar sesión',
    afterword: 'Si no fuiste tú, pide otra contraseña enseguida y avísanos.',
  },
};

export const passwordWords = { en, es };
