import type { FeedFault } from '@vitrine/contract/values/feed-faults.ts';

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
  faults: {
    address_refused: 'The address can’t be used',
    redirect_refused: 'It redirects to an address that can’t be used',
    too_many_redirects: 'It redirects too often',
    name_not_found: 'The server can’t be reached from here. Its address must be public on the internet',
    unreachable: 'The server can’t be reached from here. Its address must be public on the internet',
    certificate_invalid: 'The certificate is invalid',
    timed_out: 'The server took too long',
    broken: 'The connection ended too early',
    status: 'The server answered with another status than 200',
    rate_limited: 'The server asked us to come back later',
    too_large: 'The feed is too large',
    too_deep: 'The elements of the feed are nested too deep',
    too_slow: 'The feed takes too long to read',
    too_complex: 'The feed needs too much memory to read',
    web_page: 'A web page instead of a table',
    not_text: 'Neither CSV nor TSV nor XML',
    not_utf8: 'Not in UTF-8',
    json: 'JSON instead of CSV, TSV or XML',
    xml: 'XML that can’t be read',
    empty: 'Nothing: the feed is empty',
    unreadable: 'The feed can’t be read',
    no_products: 'No product that can be read',
    fewer: 'Fewer than half of the products',
    unexpected: 'An error on our side',
  } as Record<FeedFault, string>,
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
  faults: {
    address_refused: 'La dirección no se puede usar',
    redirect_refused: 'Redirige a una dirección que no se puede usar',
    too_many_redirects: 'Redirige demasiadas veces',
    name_not_found: 'No podemos conectar con el servidor. Su dirección debe ser pública en internet',
    unreachable: 'No podemos conectar con el servidor. Su dirección debe ser pública en internet',
    certificate_invalid: 'El certificado no es válido',
    timed_out: 'El servidor tardó demasiado',
    broken: 'La conexión terminó demasiado pronto',
    status: 'El servidor respondió con un estado distinto de 200',
    rate_limited: 'El servidor nos pidió que volviéramos más tarde',
    too_large: 'El feed es demasiado grande',
    too_deep: 'Los elementos del feed están anidados a demasiada profundidad',
    too_slow: 'El feed tarda demasiado en leerse',
    too_complex: 'El feed necesita demasiada memoria para leerse',
    web_page: 'Una página web en lugar de una tabla',
    not_text: 'Ni CSV, ni TSV, ni XML',
    not_utf8: 'No está en UTF-8',
    json: 'JSON en lugar de CSV, TSV o XML',
    xml: 'XML que no se puede leer',
    empty: 'Nada: el feed está vacío',
    unreadable: 'El feed no se puede leer',
    no_products: 'Ningún producto que se pueda leer',
    fewer: 'Menos de la mitad de los productos',
    unexpected: 'Un error por nuestra parte',
  },
  action: 'Ver el catálogo',
  reason: (brand) => `Recibes este correo porque puedes cambiar el catálogo de ${brand}.`,
};

export const feedTexts = { en, es };
