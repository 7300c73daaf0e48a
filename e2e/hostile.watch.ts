import { type BrowserContext, expect, type Page } from '@playwright/test';
import { hostileTexts, bidiTexts } from './hostile.texts.ts';

declare global {
  interface Window {
    heldBack(directive: string): void;
  }
}

// Signs that a text was treated as more than text: a call of `ran`, a dialog, a navigation, or an element, an attribute
// or an address that only a text can have added.

/** Runs in a page. Returns what no page of the product would contain. */
function traces(): string[] {
  const found: string[] = [];
  const foreign =
    'object,embed,applet,base,frame,frameset,marquee,math,foreignObject,animate,set,audio,meta[http-equiv=refresh],form[id=ran]';
  // Elements whose content may be arbitrary text.
  const textAttributes = /^(alt|title|content|value|placeholder|label|aria-.+)$/;
  const isActive = (address: string) =>
    /^(javascript|vbscript|data:(?!image\/|font\/))/i.test(address.replaceAll(/[\u0000-\u0020]/g, ''));
  for (const element of document.querySelectorAll('*')) {
    const place = `${location.pathname} <${element.localName}>`;
    if (element.matches(foreign)) found.push(place);
    for (const { name, value } of element.attributes) {
      const isAddress = /^(.*:)?(href|src|action|formaction|data|poster|srcset|to|from|values)$/i.test(name);
      if (/^on/i.test(name) || name === 'srcdoc') found.push(`${place} ${name}=${value}`);
      else if (isAddress && isActive(value)) found.push(`${place} ${name}=${value}`);
      else if (!isAddress && !textAttributes.test(name) && value.includes('ran('))
        found.push(`${place} ${name}=${value}`);
    }
    const runs =
      element.localName === 'style' || (element instanceof HTMLScriptElement && !element.type.includes('json'));
    if (runs && element.textContent?.includes('ran(')) found.push(place);
  }
  const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) if (comments.currentNode.nodeValue?.includes('ran(')) found.push('a comment');
  if (Object.keys(Object.prototype).length > 0) found.push('a name that every object has');
  return found;
}

/** Runs in a page. Reports what the content security policy blocked. Pictures from other sites aren't scripts. */
function reportHeldBack(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    if (effectiveDirective !== 'img-src') window.heldBack(effectiveDirective);
  });
}

/** Runs in a page. Returns every text that is visible or read by a screen reader. */
function readable(): string {
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (!walker.currentNode.parentElement?.matches('script,style')) texts.push(walker.currentNode.nodeValue ?? '');
  for (const field of document.querySelectorAll('input,textarea'))
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) texts.push(field.value);
  return texts.join('\n');
}

const joined = (text: string) => text.normalize('NFC').replaceAll(/[\s\ufeff]+/g, '');

export type Watch = { faults: string[]; unseen: Set<string>; look(page: Page): Promise<void> };

/** Watches every page of a context from its first script on. */
export async function watchFor(context: BrowserContext, origin: string): Promise<Watch> {
  const faults: string[] = [];
  const unseen = new Set([...hostileTexts, ...bidiTexts]);
  await context.exposeBinding('ran', ({ page, frame }) => {
    faults.push(`a text ran on ${page.url()} in ${frame.url()}`);
  });
  await context.exposeBinding('heldBack', ({ page }, directive: string) => {
    faults.push(`only ${directive} held a text back on ${page.url()}`);
  });
  await context.addInitScript(reportHeldBack);
  context.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).origin !== origin)
      faults.push(`a page led to ${request.url()}`);
  });
  context.on('page', (page) => {
    page.on('dialog', (dialog) => {
      faults.push(`${page.url()} asked ${dialog.message()}`);
      return dialog.dismiss();
    });
    page.on('popup', (popup) => faults.push(`${page.url()} opened ${popup.url()}`));
    page.on('pageerror', (error) => faults.push(`${page.url()} ${error.message}`));
  });
  return {
    faults,
    unseen,
    // A page may still be redirecting; then it is checked where it ends up.
    look: (page) =>
      expect(async () => {
        for (const frame of page.frames()) {
          if (!frame.url().startsWith(origin)) continue;
          const [found, shown] = [await frame.evaluate(traces), joined(await frame.evaluate(readable))];
          faults.push(...found);
          for (const text of unseen) if (shown.includes(joined(text))) unseen.delete(text);
        }
      }).toPass({ timeout: 10_000 }),
  };
}
