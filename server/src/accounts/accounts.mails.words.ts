// The texts of the mails about an account, once for each language.

const en = {
  safety: 'You get this because it is about the safety of your account. These mails cannot be switched off.',
  look: 'Look at your account',
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
  brandOpened: {
    subject: (brand: string) => `${brand} is open on Vitrine`,
    heading: (brand: string) => `${brand} is open`,
    line: 'You can invite creators, import your catalogue, set your terms, and see what every order earned and why.',
    setPassword: 'Set your password',
    open: 'Open your console',
    afterword: 'The link works once, for three days. After that, ask for a new one under “Forgot password”.',
    reason: (brand: string) => `You get this mail because this address was named as the owner of ${brand}.`,
  },
};

const es: typeof en = {
  safety: 'Recibes este correo porque se trata de la seguridad de tu cuenta. Estos correos no se pueden desactivar.',
  look: 'Ver tu cuenta',
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
  brandOpened: {
    subject: (brand) => `${brand} ya está en Vitrine`,
    heading: (brand) => `${brand} ya está abierta`,
    line: 'Puedes invitar a creadores, importar tu catálogo, fijar tus condiciones y ver qué generó cada pedido y por qué.',
    setPassword: 'Elegir tu contraseña',
    open: 'Abrir tu consola',
    afterword:
      'El enlace funciona una vez, durante tres días. Después, pide uno nuevo en «¿Has olvidado tu contraseña?».',
    reason: (brand) => `Recibes este correo porque se indicó esta dirección como titular de ${brand}.`,
  },
};

export const accountWords = { en, es };
