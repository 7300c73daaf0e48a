import type { BrandRole } from '@vitrine/contract/values/brand-roles.ts';

const en = {
  heading: (brand: string) => `You’re on the team of ${brand}`,
  roles: {
    owner: 'You are an owner: you can do everything there, also add and remove colleagues.',
    manager:
      'You are a manager: you run the program and see the payouts. You don’t approve payouts or change the team.',
    finance: 'You look after the money: orders on hold, refunds and payouts. You also see all figures.',
    support: 'You answer the messages of creators. You also see all figures and orders.',
    analyst: 'You see all figures, orders, products and terms. You change nothing.',
  } satisfies Record<BrandRole, string>,
  setPassword: 'Set your password',
  afterword: 'The link works once and expires in three days. After that, request a new one under “Forgot password”.',
  open: 'Open the brand',
  reason: (brand: string) => `You get this email because an owner of ${brand} added you to its team.`,
};

const es: typeof en = {
  heading: (brand) => `Ya formas parte del equipo de ${brand}`,
  roles: {
    owner: 'Eres propietario: puedes hacerlo todo, también añadir y quitar compañeros.',
    manager: 'Eres gestor: llevas el programa y ves los pagos. No apruebas pagos ni cambias el equipo.',
    finance: 'Te ocupas del dinero: pedidos retenidos, reembolsos y pagos. También ves todas las cifras.',
    support: 'Respondes a los mensajes de los creadores. También ves todas las cifras y los pedidos.',
    analyst: 'Ves todas las cifras, los pedidos, los productos y las condiciones. No cambias nada.',
  },
  setPassword: 'Crea tu contraseña',
  afterword:
    'El enlace funciona una sola vez y caduca en tres días. Después, pide otro en «He olvidado la contraseña».',
  open: 'Abrir la marca',
  reason: (brand) => `Recibes este correo porque un propietario de ${brand} te ha añadido a su equipo.`,
};

export const teamTexts = { en, es };
