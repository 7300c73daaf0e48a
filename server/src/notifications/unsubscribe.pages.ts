// The pages behind the header `List-Unsubscribe`: plain markup that works without JavaScript.
import type { NotificationName } from '@vitrine/contract/values/preferences.ts';
import { type Html, html } from '../platform/http/html.ts';
import { formHeaders, shopPage } from '../platform/http/shop.page.ts';
import { languageOf, textsIn } from '../platform/locale.ts';
import type { Variant } from '../platform/variants/variants.ts';

/** The address is a secret, so no other page gets it. */
export const unsubscribePageHeaders = {
  ...formHeaders,
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
};

const en = {
  names: {
    sale: 'sales',
    reversal: 'reversals',
    hold: 'orders on hold',
    payout: 'payouts and commissions',
    rate_change: 'changed rates and terms',
    message: 'unread messages',
    announcement: 'announcements',
    application: 'applications',
    claim: 'missing orders and objections',
    delivery: 'failed deliveries',
    staff: 'your place on a team',
    social: 'social accounts',
  } satisfies Record<NotificationName, string>,
  emails: (names: string) => `emails about ${names}`,
  heading: 'Unsubscribe',
  question: (name: string) => `Do you want to stop getting ${name}?`,
  turnOff: 'Unsubscribe',
  offHeading: 'You’re unsubscribed',
  off: (name: string) => `You won’t get ${name} any more. You can turn them on again in your settings.`,
  undo: 'Undo',
  onHeading: 'You’re subscribed again',
  on: (name: string) => `You get ${name} as before.`,
  brokenHeading: 'This link doesn’t work',
  broken: 'Log in and choose under Settings which emails you get.',
  settings: 'Open settings',
};
const es: typeof en = {
  names: {
    sale: 'ventas',
    reversal: 'reversiones',
    hold: 'pedidos en revisión',
    payout: 'pagos y comisiones',
    rate_change: 'cambios de comisiones y condiciones',
    message: 'mensajes sin leer',
    announcement: 'anuncios',
    application: 'solicitudes',
    claim: 'pedidos no contados y objeciones',
    delivery: 'envíos fallidos',
    staff: 'tu puesto en un equipo',
    social: 'cuentas sociales',
  },
  emails: (names) => `correos sobre ${names}`,
  heading: 'Cancelar la suscripción',
  question: (name) => `¿Quieres dejar de recibir ${name}?`,
  turnOff: 'Cancelar la suscripción',
  offHeading: 'Suscripción cancelada',
  off: (name) => `Ya no recibirás ${name}. Puedes volver a activarlos en los ajustes.`,
  undo: 'Deshacer',
  onHeading: 'Suscripción activada de nuevo',
  on: (name) => `Recibirás ${name} como antes.`,
  brokenHeading: 'Este enlace no funciona',
  broken: 'Inicia sesión y elige en los ajustes qué correos recibes.',
  settings: 'Abrir los ajustes',
};
export const unsubscribeTexts = { en, es };

type PageState = 'asks' | 'off' | 'on';
type UnsubscribePage = { variant: Variant; locale: string };

function page({ variant, locale }: UnsubscribePage, heading: string, rest: Html, status = 200): string {
  const body = html`<section class="notice" lang="${languageOf(locale)}"><h1>${heading}</h1>
${rest}</section>`;
  return shopPage({ title: `${heading} · ${variant.name}`, body, status, variant });
}

/** A program that only follows links must change nothing, so each change is a button. */
export function unsubscribePage(
  of: UnsubscribePage & { topics: readonly NotificationName[] },
  state: PageState,
): string {
  const texts = textsIn(unsubscribeTexts, of.locale);
  const names = of.topics.map((topic) => texts.names[topic]);
  const name = texts.emails(new Intl.ListFormat(languageOf(of.locale), { type: 'conjunction' }).format(names));
  const [heading, sentence] = {
    asks: [texts.heading, texts.question(name)],
    off: [texts.offHeading, texts.off(name)],
    on: [texts.onHeading, texts.on(name)],
  }[state] as [string, string];
  const [field, label] = state === 'off' ? ['undo', texts.undo] : ['List-Unsubscribe', texts.turnOff];
  const form = html`<form method="post"><input type="hidden" name="${field}" value="One-Click"><button class="button" type="submit">${label}</button></form>`;
  return page(
    of,
    heading,
    html`<p class="lead">${sentence}</p>
${form}`,
  );
}

export function brokenUnsubscribePage(of: UnsubscribePage): string {
  const texts = textsIn(unsubscribeTexts, of.locale);
  return page(
    of,
    texts.brokenHeading,
    html`<p class="lead">${texts.broken}</p>
<a class="button" href="/settings#notifications">${texts.settings}</a>`,
    404,
  );
}
