// The texts of emails about two-factor login.
import { safetyTexts } from '../accounts/accounts.mails.texts.ts';

const en = {
  ...safetyTexts.en,
  turnedOn: {
    subject: 'Two-factor login is on',
    lines: [
      'From now on, logging in to your account takes a second factor: your authenticator app or your passkey. All your other sessions were logged out.',
      'Keep your recovery codes somewhere safe. You need one if you lose your phone or your passkey.',
      'If this wasn’t you, set a new password now and tell us.',
    ],
  },
  turnedOff: {
    subject: 'Two-factor login is off',
    lines: [
      'From now on, logging in to your account takes only your password.',
      'If this wasn’t you, change your password now and turn two-factor login on again.',
    ],
  },
  app: 'your authenticator app',
  passkey: (name: string) => `the passkey “${name}”`,
  factorAdded: {
    subject: 'Your account has a new second factor',
    line: (factor: string) => `You can now also log in with ${factor}, after your password.`,
    afterword: 'If this wasn’t you, remove it and change your password now.',
  },
  factorGone: {
    subject: 'A second factor was removed from your account',
    line: (factor: string) => `You can no longer log in with ${factor}. Your other second factors still work.`,
    afterword: 'If this wasn’t you, change your password now and check which second factors your account has.',
  },
  removed: {
    subject: 'An operator turned off your two-factor login',
    line: (reason: string) => `The reason given: “${reason}”. You were logged out everywhere.`,
    afterword: 'Log in and turn it on again. If you didn’t ask for this, tell us right away.',
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
      'Someone logged in with your password and then gave ten wrong codes or passkeys, so we blocked further attempts for an hour.',
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
      'A partir de ahora, para iniciar sesión hace falta un segundo factor: tu aplicación de autenticación o tu llave de acceso. Se han cerrado todas tus demás sesiones.',
      'Guarda tus códigos de recuperación en un lugar seguro. Necesitarás uno si pierdes el teléfono o la llave de acceso.',
      'Si no fuiste tú, elige una nueva contraseña ahora y avísanos.',
    ],
  },
  turnedOff: {
    subject: 'La verificación en dos pasos está desactivada',
    lines: [
      'A partir de ahora, para iniciar sesión basta con tu contraseña.',
      'Si no fuiste tú, cambia tu contraseña ahora y vuelve a activar la verificación en dos pasos.',
    ],
  },
  app: 'tu aplicación de autenticación',
  passkey: (name) => `la llave de acceso «${name}»`,
  factorAdded: {
    subject: 'Tu cuenta tiene un nuevo segundo factor',
    line: (factor) => `Ahora también puedes iniciar sesión con ${factor}, después de tu contraseña.`,
    afterword: 'Si no fuiste tú, elimínalo y cambia tu contraseña ahora.',
  },
  factorGone: {
    subject: 'Se ha eliminado un segundo factor de tu cuenta',
    line: (factor) => `Ya no puedes iniciar sesión con ${factor}. Tus demás segundos factores siguen funcionando.`,
    afterword: 'Si no fuiste tú, cambia tu contraseña ahora y revisa qué segundos factores tiene tu cuenta.',
  },
  removed: {
    subject: 'Un operador ha desactivado tu verificación en dos pasos',
    line: (reason) => `El motivo indicado: «${reason}». Se han cerrado todas tus sesiones.`,
    afterword: 'Inicia sesión y vuelve a activarla. Si no lo has pedido, avísanos cuanto antes.',
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
      'Alguien ha entrado con tu contraseña y después ha dado diez códigos o llaves de acceso incorrectos, así que hemos bloqueado más intentos durante una hora.',
      'Si no fuiste tú, tu cuenta sigue a salvo, pero tu contraseña ya no es secreta. Elige una nueva.',
    ],
    action: 'Elegir una nueva contraseña',
  },
};

export const twoFactorTexts = { en, es };
