import type { FastifyReply, FastifyRequest } from 'fastify';
import { reportBody } from '@vitrine/contract/takedowns.ts';
import { languageOfHeader } from '../platform/browser.locale.ts';
import { clientNetwork } from '../platform/http/client.network.ts';
import type { Routes } from '../platform/http/serve.ts';
import { newCode } from '../platform/ids.ts';
import { createRate } from '../platform/rate.ts';
import { Refusal } from '../platform/refusal.ts';
import { variantOfHost } from '../platform/variants/variants.ts';
import {
  emptyForm,
  type FormState,
  honeypot,
  receivedPage,
  type ReportKind,
  reportHeaders,
  reportPage,
} from './report.pages.ts';
import { receiveReport } from './reports.intake.ts';

const mostBytes = 64 * 1024;
const perMinute = 5;

type Typed = Record<string, string>;

function kindOf(text: unknown): ReportKind {
  return text === 'copyright' ? 'copyright' : 'abuse';
}

/** The form's fields as the body of the API call. */
function bodyOf(typed: Typed, kind: ReportKind): unknown {
  const { address = '', name = '', email = '', statement = '', category } = typed;
  if (kind === 'abuse') return { kind, address, name, email, category, statement };
  const { postal_address = '', phone = '', work = '', signature = '' } = typed;
  const isSworn = (field: string) => typed[field] === 'yes';
  const oaths = { good_faith: isSworn('good_faith'), accurate: isSworn('accurate') };
  return { kind, address, name, email, statement, notice: { postal_address, phone, work, signature, ...oaths } };
}

function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): Typed {
  const errors: Typed = {};
  for (const { path, message } of issues) errors[String(path.at(-1) ?? 'kind')] ??= message;
  return errors;
}

/** The public form for reports. Each network sends a few a minute at most. */
export function registerReportPage({ app, ctx }: Routes): void {
  const shared = ctx.counts && { exchange: ctx.counts, name: 'reports', now: () => performance.now() };
  const rate = createRate({ perSecond: perMinute / 60, burst: perMinute, shared });
  const variantOf = (request: FastifyRequest) => variantOfHost(ctx.config.variants, request.host);
  const show = (reply: FastifyReply, status: number, markup: string) =>
    reply.code(status).headers(reportHeaders).send(markup);

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: mostBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.setErrorHandler((error, request, reply) => {
      const isTooLarge = (error as { code?: unknown }).code === 'FST_ERR_CTP_BODY_TOO_LARGE';
      const isLimited = error instanceof Refusal && error.code === 'rate_limited';
      if (isTooLarge || isLimited) {
        const problem = isTooLarge ? 'That’s too much text. Shorten it and send it again.' : (error as Error).message;
        return show(
          reply,
          isTooLarge ? 413 : 429,
          reportPage(variantOf(request), 'abuse', emptyForm, isTooLarge ? 413 : 429, problem),
        );
      }
      throw error;
    });
    scope.get<{ Querystring: { address?: unknown; kind?: unknown } }>(
      '/report',
      { config: { policy: 'public' } },
      async (request, reply) => {
        const { address, kind } = request.query;
        const path = typeof address === 'string' ? address : '';
        // Our own pages send their path.
        const typed = path.startsWith('/') && !path.startsWith('//') ? `${ctx.config.publicUrl}${path}` : path;
        const form: FormState = { typed: { address: typed.slice(0, 2000) }, errors: {} };
        return show(reply, 200, reportPage(variantOf(request), kindOf(kind), form, 200));
      },
    );
    scope.post<{ Body: unknown }>('/report', { config: { policy: 'public' } }, async (request, reply) => {
      const typed = (request.body ?? {}) as Typed;
      const variant = variantOf(request);
      const kind = kindOf(typed['kind']);
      if (typed[honeypot]) return show(reply, 200, receivedPage(variant, `R-${newCode(8).toUpperCase()}`));
      const isLimited = ctx.config.limits && !rate.take(clientNetwork(request.ip), performance.now());
      if (isLimited) {
        const problem = 'Too many reports were sent from your network. Wait a minute, then send it again.';
        return show(
          reply.header('Retry-After', '60'),
          429,
          reportPage(variant, kind, { typed, errors: {} }, 429, problem),
        );
      }
      const read = reportBody.safeParse(bodyOf(typed, kind));
      if (!read.success) {
        const form = { typed, errors: errorsOf(read.error.issues) };
        return show(reply, 422, reportPage(variant, kind, form, 422));
      }
      try {
        const { reference } = await receiveReport(ctx, read.data, {
          locale: languageOfHeader(request.headers['accept-language']),
          address: request.ip,
        });
        return show(reply, 200, receivedPage(variant, reference));
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'rate_limited')) throw error;
        return show(reply, 429, reportPage(variant, kind, { typed, errors: {} }, 429, error.message));
      }
    });
  });
}
