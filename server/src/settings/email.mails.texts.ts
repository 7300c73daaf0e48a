// The texts of emails about changing the email address.
import { safetyTexts } from '../accounts/accounts.mails.texts.ts';

const en = {
  ...safetyTexts.en,
  confirmEmail: {
    subject: 'Confirm your new email',
    heading: 'Is this your address?',
    line: (name: string, email: string) =>
      `${name}, you asked to log in with ${email} from now on. Please confirm this address.`,
    button: 'Confirm this address',
    afterword: 'The link works once and expires in a day. Open it in a browser where you’re logged in.',
    reason:
      'You get this email because someone entered this address in their account settings. If that wasn’t you, you don’t need to do anything.',
  },
  emailInUse: {
    subject: 'Someone entered your email',
    heading: 'Nothing has changed',
    lines: [
      'Someone asked to use this address for another account. It already belongs to yours, so nothing has changed.',
      'If it was you, log in with this address, or ask us to close the account you don’t need.',
    ],
  },
  emailRequested: {
    subject: 'Your email is about to change',
    heading: 'A new email was entered',
    lines: [
      'Someone who knows your password asked to change the email of your account. It changes once the new address is confirmed.',
      'If this wasn’t you, change your password now. That logs out every other session.',
    ],
  },
  emailChanged: {
    subject: 'Your email was changed',
    heading: 'You now log in with a different email',
    lines: [
      'The new email of your account was confirmed. This address is no longer linked to it.',
      'If this wasn’t you, reply to this email or contact our support right away.',
    ],
  },
};

const es: typeof en = {
  ...safetyTexts.es,
  confirmEmail: {
    subject: 'Confirma tu nuevo correo',
    heading: '¿Es esta tu dirección?',
    line: (name, email) =>
      `${name}, has pedido iniciar sesión con ${email} a partir de ahora. Confirma esta dirección, por favor.`,
    button: 'Confirmar esta dirección',
    afterword:
      'El enlace funciona una sola vez y caduca en un día. Ábrelo en un navegador en el que tengas la sesión iniciada.',
    reason:
      'Recibes este correo porque alguien introdujo esta dirección en los ajustes de su cuenta. Si no fuiste tú, no tienes que hacer nada.',
  },
  emailInUse: {
    subject: 'Alguien ha introducido tu correo',
    heading: 'No ha cambiado nada',
    lines: [
      'Alguien ha pedido usar esta dirección en otra cuenta. Ya pertenece a la tuya, así que no ha cambiado nada.',
      'Si fuiste tú, inicia sesión con esta dirección o pídenos que cerremos la cuenta que no necesitas.',
    ],
  },
  emailRequested: {
    subject: 'Tu correo está a punto de cambiar',
    heading: 'Se ha introducido un nuevo correo',
    lines: [
      'Alguien que conoce tu contraseña ha pedido cambiar el correo de tu cuenta. Cambiará cuando se confirme la nueva dirección.',
      'Si no fuiste tú, cambia tu contraseña ahora. Así se cerrarán todas las demás sesiones.',
    ],
  },
  emailChanged: {
    subject: 'Tu correo ha cambiado',
    heading: 'Ahora inicias sesión con otro correo',
    lines: [
      'Se ha confirmado el nuevo correo de tu cuenta. Esta dirección ya no está vinculada a ella.',
      'Si no fuiste tú, responde a este correo o escribe a nuestro soporte cuanto antes.',
    ],
  },
};

export const emailTexts = { en, es };
