// The texts of emails to a brand's owners about the connection to their shop.

const en = {
  removed: {
    heading: (shop: string, brand: string) => `${shop} is disconnected from ${brand}`,
    lines: (shop: string) => [
      `${shop} reported that the app was removed from your shop. We now refuse its webhooks, so new orders earn nothing and we miss refunds. Earlier orders keep their commissions.`,
      'If that was a mistake, install the app again and enter its secret on the Shop page.',
    ],
    at: 'Removed',
    action: 'Open the Shop page',
  },
  dataRequest: {
    heading: (brand: string) => `A shopper of ${brand} asks for their data`,
    lines: (shop: string) => [
      `${shop} passed on a shopper’s request for the data that you have about them. We put together what we store: open the Shop page, download the file and send it to the shopper.`,
      'When you have sent it, choose “Mark as answered”.',
    ],
    due: 'Answer by',
    orders: 'Orders found',
    action: 'View the request',
  },
  reason: (brand: string) => `You get this email because you’re an owner of ${brand}. It can’t be turned off.`,
};

const es: typeof en = {
  removed: {
    heading: (shop, brand) => `${shop} se ha desconectado de ${brand}`,
    lines: (shop) => [
      `${shop} ha avisado de que la aplicación se ha eliminado en tu tienda. Desde ahora rechazamos sus webhooks: los pedidos nuevos no generan comisiones y no nos enteramos de los reembolsos. Los pedidos anteriores conservan sus comisiones.`,
      'Si ha sido un error, instala la aplicación de nuevo e introduce su secreto en la página Tienda.',
    ],
    at: 'Eliminada',
    action: 'Abrir la página Tienda',
  },
  dataRequest: {
    heading: (brand) => `Un comprador de ${brand} pide sus datos`,
    lines: (shop) => [
      `${shop} nos ha pasado la solicitud de un comprador que quiere los datos que tienes sobre él. Hemos reunido lo que guardamos: abre la página Tienda, descarga el archivo y envíaselo.`,
      'Cuando lo hayas enviado, elige «Marcar como respondida».',
    ],
    due: 'Responder antes del',
    orders: 'Pedidos encontrados',
    action: 'Ver la solicitud',
  },
  reason: (brand) => `Recibes este correo porque eres titular de ${brand}. No se puede desactivar.`,
};

export const connectionTexts = { en, es };
