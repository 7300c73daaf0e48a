// The texts of emails about Google as a sign-in method.
import { safetyTexts } from '../accounts/accounts.mails.texts.ts';

const en = {
  ...safetyTexts.en,
  google: {
    connected: {
      subject: 'Google was connected to your account',
      lines: [
        'You can now log in with Google as well as with your password.',
        'If this wasn’t you, change your password now and disconnect Google in your settings.',
      ],
    },
    disconnected: {
      subject: 'Google was disconnected from your account',
      lines: [
        'You now log in with your email and password.',
        'If this wasn’t you, change your password now. That logs out every other session.',
      ],
    },
  },
};

const es: typeof en = {
  ...safetyTexts.es,
  google: {
    connected: {
      subject: 'Google se ha conectado a tu cuenta',
      lines: [
        'Ya puedes iniciar sesión con Google, además de con tu contraseña.',
        'Si no fuiste tú, cambia tu contraseña ahora y desconecta Google en tus ajustes.',
      ],
    },
    disconnected: {
      subject: 'Google se ha desconectado de tu cuenta',
      lines: [
        'A partir de ahora inicias sesión con tu correo y tu contraseña.',
        'Si no fuiste tú, cambia tu contraseña ahora. Así se cerrarán todas las demás sesiones.',
      ],
    },
  },
};

export const googleTexts = { en, es };
