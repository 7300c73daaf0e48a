// The texts of emails about logging in.
import { safetyTexts } from '../accounts/accounts.mails.texts.ts';

const en = {
  ...safetyTexts.en,
  signInLocked: {
    subject: 'Someone is trying to log in to your account',
    heading: 'Too many wrong passwords',
    lines: [
      'Someone entered a wrong password for your account 15 times, so we blocked further attempts for an hour.',
      'Browsers you have logged in with before are counted separately, so you can usually still log in there.',
      'If you forgot your password, you can set a new one. If it wasn’t you, you don’t need to do anything as long as your password is hard to guess.',
    ],
    action: 'Set a new password',
  },
};

const es: typeof en = {
  ...safetyTexts.es,
  signInLocked: {
    subject: 'Alguien intenta entrar en tu cuenta',
    heading: 'Demasiadas contraseñas incorrectas',
    lines: [
      'Alguien ha introducido 15 veces una contraseña incorrecta para tu cuenta, así que hemos bloqueado más intentos durante una hora.',
      'Los navegadores en los que ya has iniciado sesión se cuentan aparte, así que normalmente puedes seguir entrando desde ellos.',
      'Si has olvidado tu contraseña, puedes elegir una nueva. Si no fuiste tú, no tienes que hacer nada mientras tu contraseña sea difícil de adivinar.',
    ],
    action: 'Elegir una nueva contraseña',
  },
};

export const sessionTexts = { en, es };
