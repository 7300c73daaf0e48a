import {
  disconnectSocial,
  enterSocialFigures,
  finishSocialConnection,
  listSocial,
  readSocialSeries,
  startSocialConnection,
} from '@vitrine/contract/social.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import {
  disconnectAccount,
  enterFigures,
  finishAccountConnection,
  listSocialOf,
  readSeriesOf,
  startAccountConnection,
} from './social.service.ts';

export function registerSocial(routes: Routes): void {
  serve(routes, listSocial, (call, ctx) => listSocialOf(ctx, call.actor));
  serve(routes, startSocialConnection, (call, ctx) =>
    startAccountConnection(ctx, call.actor, call.body.platform, call.home),
  );
  serve(routes, finishSocialConnection, (call, ctx) => finishAccountConnection(ctx, call.actor, call.body, call.home));
  serve(routes, enterSocialFigures, (call, ctx) => enterFigures(ctx, call.actor, call.body));
  serve(routes, readSocialSeries, (call, ctx) =>
    readSeriesOf(ctx, call.actor, call.params.connection_id, call.query.days),
  );
  serve(routes, disconnectSocial, (call, ctx) => disconnectAccount(ctx, call.actor, call.params.connection_id));
}
