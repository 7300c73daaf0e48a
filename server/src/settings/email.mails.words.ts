// The texts of the mails about a change of somebody's e-mail address, once for each language.
import { safetyWords } from '../accounts/accounts.mails.words.ts';

const en = {
  ...safetyWords.en,
  confirmEmail: {
    subject: 'Confirm your new e-mail address',
    heading: 'Is this your address?',
    line: (name: string, email: string) =>
      `${name}, you asked to sign in with ${email} from now on. Please confirm it.`,
    deed: 'Confirm this address',
    afterword: 'The link works once, for a day, in a browser where you are signed in.',
    reason:
      'You get this because somebody named this address in their account settings. If that was not you, do nothing.',
  },
  emailInUse: {
    subject: 'Somebody named your e-mail address',
    heading: 'Your address stays yours',
    lines: [
      'Somebody asked to sign in to another account with this address. It already belongs to your account, so nothing was changed.',
      'If it was you: sign in with this address, or ask us to close the account that you do not need.',
    ],
  },
  emailRequested: {
    subject: 'Your e-mail address is about to change',
    heading: 'A new address was named',
    lines: [
      'Somebody who knows your password asked for another e-mail address for your account. It changes once the new one is confirmed.',
      'If it was not you, change your password now: that ends every other session.',
    ],
  },
  emailChanged: {
    subject: 'Your e-mail address was changed',
    heading: 'You sign in with another address now',
    lines: [
      'The new address of your account was confirmed. This one no longer belongs to it.',
      'If it was not you, answer this mail or write to our support at once.',
    ],
  },
};

const es: typeof en = {
  ...safetyWords.es,
  confirmEmail: {
    subject: 'Confirma tu nueva dirección de correo',
    heading: '¿Es esta tu dirección?',
    line: (name, email) => `${name}, has pedido iniciar sesión con ${email} a partir de ahora. Confírmalo, por favor.`,
    deed: 'Confirmar esta dirección',
    afterword: 'El enlace funciona una vez, durante un día, en un navegador en el que tengas la sesión abierta.',
    reason:
      'Recibes este correo porque alguien indicó esta dirección en los ajustes de su cuenta. Si no fuiste tú, no hagas nada.',
  },
  emailInUse: {
    subject: 'Alguien indicó tu dirección de correo',
    heading: 'Tu dirección sigue siendo tuya',
    lines: [
      'Alguien pidió iniciar sesión en otra cuenta con esta dirección. Ya pertenece a tu cuenta, así que no ha cambiado nada.',
      'Si fuiste tú: inicia sesión con esta dirección o pídenos que cerremos la cuenta que no necesitas.',
    ],
  },
  emailRequested: {
    subject: 'Tu dirección de correo está a punto de cambiar',
    heading: 'Se indicó una nueva dirección',
    lines: [
      'Alguien que conoce tu contraseña pidió otra dirección de correo para tu cuenta. Cambiará cuando se confirme la nueva.',
      'Si no fuiste tú, cambia tu contraseña ahora: con eso se cierran todas las demás sesiones.',
    ],
  },
  emailChanged: {
    subject: 'Tu dirección de correo ha cambiado',
    heading: 'Ahora inicias sesión con otra dirección',
    lines: [
      'Se confirmó la nueva dirección de tu cuenta. Esta ya no le pertenece.',
      'Si no fuiste tú, responde a este correo o escribe enseguida a nuestro soporte.',
    ],
  },
};

export const emailWords = { en, es };
