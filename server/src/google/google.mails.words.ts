// The texts of the mails about Google beside a password, once for each language.
import { safetyWords } from '../accounts/accounts.mails.words.ts';

const en = {
  ...safetyWords.en,
  google: {
    connected: {
      subject: 'Google was connected to your account',
      lines: [
        'From now on you can log in with Google as well as with your password.',
        'If it was not you, change your password now and disconnect Google in your settings.',
      ],
    },
    disconnected: {
      subject: 'Google was disconnected from your account',
      lines: [
        'You log in with your e-mail address and your password.',
        'If it was not you, change your password now: that ends every other session.',
      ],
    },
  },
};

const es: typeof en = {
  ...safetyWords.es,
  google: {
    connected: {
      subject: 'Google se ha conectado a tu cuenta',
      lines: [
        'A partir de ahora puedes iniciar sesión con Google además de con tu contraseña.',
        'Si no fuiste tú, cambia tu contraseña ahora y desconecta Google en tus ajustes.',
      ],
    },
    disconnected: {
      subject: 'Google se ha desconectado de tu cuenta',
      lines: [
        'Inicias sesión con tu dirección de correo y tu contraseña.',
        'Si no fuiste tú, cambia tu contraseña ahora: con eso se cierran todas las demás sesiones.',
      ],
    },
  },
};

export const googleWords = { en, es };
