// The texts of emails about two-factor login.
import { safetyTexts } from '../accounts/accounts.mails.texts.ts';

const en = {
  ...safetyTexts.en,
  turnedOn: {
    subject: 'Two-factor login is on',
    lines: [
      'From now on, logging in to your account takes a code from your authenticator app. All your other sessions were logged out.',
      'Keep your recovery codes somewhere safe. You need one if you lose your phone.',
      'If this wasn’t you, set a new password now and tell us.',
    ],
  },
  turnedOff: {
    subject: 'Two-factor login is off',
    lines: [
      'From now on, logging in to your account takes no code.',
      'If this wasn’t you, change your password now and turn two-factor login on again.',
    ],
  },
  removed: {
    subject: 'An operator turned off your two-factor login',
    line: (reason: string) => `The reason given: “${reason}”. You were logged out everywhere.`,
    afterword: 'Log in and turn it on again with your new phone. If you didn’t ask for this, tell us right away.',
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used to log in',
    line: (left: string) => `Recovery codes that you can still use: ${left}.`,
    afterword: 'If this wasn’t you, change your password now and get new recovery codes.',
  },
  locked: {
    subject: 'Someone knows your password',
    heading: 'Too many wrong codes',
    lines: [
      'Someone logged in with your password and then entered ten wrong codes, so we blocked further attempts for an hour.',
      'If it wasn’t you, your account is safe for now, but your password is known. Set a new one.',
    ],
    action: 'Set a new password',
  },
};

const es: typeof en = {
  ...safetyTexts.es,
  turnedOn: {
    subject: 'La verificación en dos pasos está activada',
    lines: [
      'A partir de ahora, para iniciar sesión hace falta un código de tu aplicación de autenticación. Se han cerrado todas tus demás sesiones.',
      'Guarda tus códigos de recuperación en un lugar seguro. Necesitarás uno si pierdes el teléfono.',
      'Si no fuiste tú, elige una nueva contraseña ahora y avísanos.',
    ],
  },
  turnedOff: {
    subject: 'La verificación en dos pasos está desactivada',
    lines: [
      'A partir de ahora, para iniciar sesión no hace falta ningún código.',
      'Si no fuiste tú, cambia tu contraseña ahora y vuelve a activar la verificación en dos pasos.',
    ],
  },
  removed: {
    subject: 'Un operador ha desactivado tu verificación en dos pasos',
    line: (reason) => `El motivo indicado: «${reason}». Se han cerrado todas tus sesiones.`,
    afterword: 'Inicia sesión y vuelve a activarla con tu nuevo teléfono. Si no lo has pedido, avísanos cuanto antes.',
  },
  recoveryCodeUsed: {
    subject: 'Se ha iniciado sesión con un código de recuperación',
    line: (left) => `Códigos de recuperación que aún puedes usar: ${left}.`,
    afterword: 'Si no fuiste tú, cambia tu contraseña ahora y pide nuevos códigos de recuperación.',
  },
  locked: {
    subject: 'Alguien conoce tu contraseña',
    heading: 'Demasiados códigos incorrectos',
    lines: [
      'Alguien ha entrado con tu contraseña y después ha introducido diez códigos incorrectos, así que hemos bloqueado más intentos durante una hora.',
      'Si no fuiste tú, tu cuenta sigue a salvo, pero tu contraseña ya no es secreta. Elige una nueva.',
    ],
    action: 'Elegir una nueva contraseña',
  },
};

export const twoFactorTexts = { en, es };
