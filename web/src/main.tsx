import './ui/tokens.css';
import './ui/base.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './api/queries.ts';
import { activateLocale, localeOfBrowser } from './locales/texts.ts';
import { isInConsole, stripLoginFragment } from './navigation/address.ts';
import { loadAhead } from './navigation/load-ahead.ts';
import { recoverByItself } from './failures/recovery.ts';
import { watchSession } from './sessions/session-watch.ts';
import { variant } from './theme/variant.ts';
import { makeRouter } from './router.ts';

async function start(root: HTMLElement): Promise<void> {
  stripLoginFragment();
  window.addEventListener('hashchange', stripLoginFragment);
  const queryClient = makeQueryClient();
  const router = makeRouter(queryClient);
  // If this fails, the page itself tries again and reports it.
  if (isInConsole(window.location.pathname)) await router.options.context.openConsoles().catch(() => undefined);
  watchSession(router, queryClient);
  recoverByItself(router, queryClient);
  loadAhead(router, queryClient);
  await activateLocale(localeOfBrowser());
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  );
}

/** Shown if no text could be loaded: these fixed words and a button to try again. */
function showStartFailed(root: HTMLElement): void {
  const message = document.createElement('p');
  message.textContent = `${variant.name} couldn’t be loaded.`;
  const again = document.createElement('button');
  again.textContent = 'Try again';
  again.addEventListener('click', () => window.location.reload());
  root.className = 'start-failed';
  root.replaceChildren(message, again);
}

const root = document.getElementById('root');
// Parsing the scripts was a long task, so the rest runs in a task of its own.
if (root) setTimeout(() => start(root).catch(() => showStartFailed(root)));
