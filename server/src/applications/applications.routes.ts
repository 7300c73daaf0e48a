import {
  applyAsCreator,
  changeApplicationPage,
  confirmApplication,
  decideApplication,
  decideApplications,
  listApplications,
  readApplication,
  readApplicationPage,
  readApplyPage,
  readOwnApplication,
  sendApplication,
  withdrawApplication,
} from '@vitrine/contract/applications.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { decideManyFor, decideOneFor } from './applications.decisions.ts';
import {
  applyWithAccount,
  confirmByCode,
  readByCode,
  receiveApplication,
  withdrawByCode,
} from './applications.intake.ts';
import { listApplicationsOf, readApplicationOf } from './applications.service.ts';
import { changePageSettings, readPageSettings, showApplyPage } from './page.service.ts';

export function registerApplications(routes: Routes): void {
  serve(routes, readApplicationPage, (call, ctx) => readPageSettings(ctx, call.actor, call.params.merchant));
  serve(routes, changeApplicationPage, (call, ctx) =>
    changePageSettings(ctx, call.actor, call.params.merchant, call.body),
  );
  serve(routes, readApplyPage, (call, ctx) => showApplyPage(ctx, call.params.merchant));
  serve(routes, sendApplication, (call, ctx) => receiveApplication(ctx, call.params.merchant, call.body, call));
  serve(routes, applyAsCreator, (call, ctx) =>
    applyWithAccount(ctx, call.actor, call.params.merchant, call.body, call),
  );
  serve(routes, readOwnApplication, (call, ctx) => readByCode(ctx, call.params.code));
  serve(routes, confirmApplication, (call, ctx) => confirmByCode(ctx, call.params.code, call.home));
  serve(routes, withdrawApplication, (call, ctx) => withdrawByCode(ctx, call.params.code));
  serve(routes, listApplications, (call, ctx) => listApplicationsOf(ctx, call.actor, call.params.merchant, call.query));
  serve(routes, readApplication, (call, ctx) => readApplicationOf(ctx, call.actor, call.params));
  serve(routes, decideApplication, (call, ctx) => decideOneFor(ctx, call.actor, call.params, call.body, call.home));
  serve(routes, decideApplications, (call, ctx) =>
    decideManyFor(ctx, call.actor, call.params.merchant, call.body, call.home),
  );
}
