// The texts of the email about a product feed that needs someone.

const en = {
  failed: (brand: string) => `The product feed of ${brand} failed 3 times in a row`,
  failedLines: [
    'Your catalog stays as it is. We keep trying, and we’ll send no more emails about it until the feed has worked again.',
  ],
  stopped: (brand: string) => `The product feed of ${brand} has lost most of its products`,
  stoppedLines: [
    'The feed has fewer than half of the products that it had last time, so we changed nothing. If that’s right, confirm it in your catalog. If not, have your shop’s feed repaired: the next complete version is imported as usual.',
  ],
  address: 'Address',
  seen: 'What we saw',
  action: 'View catalog',
  reason: (brand: string) => `You get this email because you can change the catalog of ${brand}.`,
};

const es: typeof en = {
  failed: (brand) => `El feed de productos de ${brand} ha fallado 3 veces seguidas`,
  failedLines: [
    'Tu catálogo no cambia. Seguimos intentándolo y no enviaremos más correos sobre esto hasta que el feed vuelva a funcionar.',
  ],
  stopped: (brand) => `El feed de productos de ${brand} ha perdido la mayoría de sus productos`,
  stoppedLines: [
    'El feed tiene menos de la mitad de los productos que tenía la última vez, así que no hemos cambiado nada. Si es correcto, confírmalo en tu catálogo. Si no, pide que reparen el feed de tu tienda: la próxima versión completa se importará como siempre.',
  ],
  address: 'Dirección',
  seen: 'Qué hemos visto',
  action: 'Ver el catálogo',
  reason: (brand) => `Recibes este correo porque puedes cambiar el catálogo de ${brand}.`,
};

export const feedTexts = { en, es };
