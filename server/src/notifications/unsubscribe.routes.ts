import type { FastifyReply, FastifyRequest } from 'fastify';
import { findMailLocale, switchEmails } from '../accounts/notification.switches.ts';
import { languageOfHeader } from '../platform/browser.locale.ts';
import type { Routes } from '../platform/http/serve.ts';
import { readUnsubscribe } from '../platform/mail/unsubscribe.ts';
import { variantOfHost } from '../platform/variants/variants.ts';
import { brokenUnsubscribePage, unsubscribePage, unsubscribePageHeaders } from './unsubscribe.pages.ts';

const path = '/unsubscribe/:token';
const options = { config: { policy: 'public' } } as const;
const mostBytes = 4096;

type Call = { Params: { token: string }; Body: unknown };

/**
 * Turns one kind of emails off (RFC 8058). GET only shows the button: scanners of email open every link. POST is what the
 * button sends, and what email programs send by themselves.
 */
export function registerUnsubscribe({ app, ctx }: Routes): void {
  const show = (reply: FastifyReply, status: number, markup: string) =>
    reply.code(status).headers(unsubscribePageHeaders).send(markup);
  const variantOf = (request: FastifyRequest) => variantOfHost(ctx.config.variants, request.host);
  const find = async (token: string) => {
    const of = readUnsubscribe(ctx, token);
    const locale = of && (await findMailLocale(ctx, of.userId));
    return of && locale !== undefined ? { ...of, locale } : undefined;
  };
  const broken = (request: FastifyRequest, reply: FastifyReply) => {
    const locale = languageOfHeader(request.headers['accept-language']) ?? 'en';
    return show(reply, 404, brokenUnsubscribePage({ variant: variantOf(request), locale }));
  };

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: mostBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    // Email programs may send the one field as a form with parts. It says nothing that the address doesn't.
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'string', bodyLimit: mostBytes },
      (_request, _body, done) => done(null, {}),
    );
    scope.get<Call>(path, options, async (request, reply) => {
      const found = await find(request.params.token);
      if (!found) return broken(request, reply);
      return show(reply, 200, unsubscribePage({ ...found, variant: variantOf(request) }, 'asks'));
    });
    scope.post<Call>(path, options, async (request, reply) => {
      const found = await find(request.params.token);
      if (!found) return broken(request, reply);
      const isUndone = typeof request.body === 'object' && request.body !== null && 'undo' in request.body;
      await switchEmails(ctx, found.userId, found.topics, isUndone);
      return show(reply, 200, unsubscribePage({ ...found, variant: variantOf(request) }, isUndone ? 'on' : 'off'));
    });
  });
}
