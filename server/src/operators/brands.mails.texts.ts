// The texts of emails to a brand's owners about what an operator changed. The operator's reason comes first.

const en = {
  paused: {
    heading: (brand: string) => `${brand} was paused`,
    lines: [
      'Your creators’ links keep leading to your shop. Clicks made from now on earn no commission; earlier clicks still earn within your attribution window.',
      'Orders and refunds are still taken in, and payouts go on. You can’t invite creators or assign discount codes, and creators can’t add links or products. Storefronts show that your brand is paused.',
    ],
  },
  closed: {
    heading: (brand: string) => `${brand} was closed`,
    lines: [
      'Your creators’ links keep leading to your shop, but clicks made from now on earn no commission. Earlier clicks still earn within your attribution window.',
      'You can still log in, read everything and pay your creators what you owe them. Your shop can still report orders and refunds. Nothing new can be created.',
    ],
  },
  resumed: {
    heading: (brand: string) => `${brand} is active again`,
    lines: ['Clicks earn commissions again from now on. Clicks made during the pause don’t.'],
  },
  reopened: {
    heading: (brand: string) => `${brand} was reopened`,
    lines: [
      'Everything works as before. Clicks earn commissions again from now on; clicks made while it was closed don’t.',
    ],
  },
  changed: {
    heading: (brand: string) => `${brand} was changed by an operator`,
    line: 'Addresses of storefronts and shortlinks stay the same.',
  },
  ownerWelcome: {
    heading: (brand: string) => `You’re now an owner of ${brand}`,
    line: 'You can set its commission rates, manage its catalog, invite creators, review orders and approve payouts.',
    setPassword: 'Set your password',
    afterword: 'The link works once and expires in three days. After that, request a new one under “Forgot password”.',
    reason: (brand: string) => `You get this email because an operator made you an owner of ${brand}.`,
  },
  ownerAdded: {
    heading: (name: string, brand: string) => `${name} is now an owner of ${brand}`,
    line: 'An operator added this person. They can do everything there that you can, and you stay an owner. If you didn’t expect this, contact the operator.',
  },
  fields: { display_name: 'Brand name', shop_url: 'Shop address', project: 'Variant', hosts: 'Allowed hosts' },
  open: 'Open your brand',
  reason: (brand: string) => `You get this email because you’re an owner of ${brand}.`,
};

const es: typeof en = {
  paused: {
    heading: (brand) => `${brand} está en pausa`,
    lines: [
      'Los enlaces de tus creadores siguen llevando a tu tienda. Los clics que se hagan desde ahora no generan comisión; los anteriores siguen contando dentro de tu ventana de atribución.',
      'Seguimos recibiendo pedidos y reembolsos, y los pagos continúan. No puedes invitar a creadores ni asignar códigos de descuento, y los creadores no pueden añadir enlaces ni productos. Los escaparates indican que tu marca está en pausa.',
    ],
  },
  closed: {
    heading: (brand) => `${brand} se ha cerrado`,
    lines: [
      'Los enlaces de tus creadores siguen llevando a tu tienda, pero los clics que se hagan desde ahora no generan comisión. Los anteriores siguen contando dentro de tu ventana de atribución.',
      'Puedes seguir iniciando sesión, consultarlo todo y pagar a tus creadores lo que les debes. Tu tienda puede seguir enviando pedidos y reembolsos. No se puede crear nada nuevo.',
    ],
  },
  resumed: {
    heading: (brand) => `${brand} vuelve a estar activa`,
    lines: ['Desde ahora, los clics vuelven a generar comisiones. Los clics hechos durante la pausa no.'],
  },
  reopened: {
    heading: (brand) => `${brand} se ha reabierto`,
    lines: [
      'Todo funciona como antes. Desde ahora, los clics vuelven a generar comisiones; los hechos mientras estaba cerrada no.',
    ],
  },
  changed: {
    heading: (brand) => `Un operador ha cambiado ${brand}`,
    line: 'Las direcciones de los escaparates y de los enlaces cortos siguen siendo las mismas.',
  },
  ownerWelcome: {
    heading: (brand) => `Ahora eres titular de ${brand}`,
    line: 'Puedes fijar sus tasas de comisión, gestionar su catálogo, invitar a creadores, revisar pedidos y aprobar pagos.',
    setPassword: 'Elegir tu contraseña',
    afterword:
      'El enlace funciona una sola vez y caduca en tres días. Después, pide uno nuevo en «¿Has olvidado tu contraseña?».',
    reason: (brand) => `Recibes este correo porque un operador te ha hecho titular de ${brand}.`,
  },
  ownerAdded: {
    heading: (name, brand) => `${name} ahora es titular de ${brand}`,
    line: 'Un operador ha añadido a esta persona. Puede hacer allí lo mismo que tú, y tú sigues siendo titular. Si no lo esperabas, ponte en contacto con el operador.',
  },
  fields: {
    display_name: 'Nombre de la marca',
    shop_url: 'Dirección de la tienda',
    project: 'Variante',
    hosts: 'Dominios permitidos',
  },
  open: 'Abrir tu marca',
  reason: (brand) => `Recibes este correo porque eres titular de ${brand}.`,
};

export const brandTexts = { en, es };
