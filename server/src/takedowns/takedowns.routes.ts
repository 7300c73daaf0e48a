import {
  createReport,
  declineReport,
  forwardCounterNotice,
  liftTakedown,
  listOwnTakedowns,
  listReports,
  listTakedowns,
  readReport,
  recordCourtAction,
  restoreReported,
  sendCounterNotice,
  takeDown,
  takeDownReported,
} from '@vitrine/contract/takedowns.ts';
import { languageOfHeader } from '../platform/browser.locale.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { listOwnTakedownsOf, sendCounterNoticeFor } from './owners.service.ts';
import { registerReportPage } from './report.routes.ts';
import { receiveReport } from './reports.intake.ts';
import {
  declineReportFor,
  forwardCounterNoticeFor,
  listReportsFor,
  readReportFor,
  recordCourtActionFor,
  restoreReportedFor,
  takeDownReportedFor,
} from './reports.service.ts';
import { liftTakedownFor, listTakedownsFor, takeDownFor } from './takedowns.service.ts';

export function registerTakedowns(routes: Routes): void {
  serve(routes, createReport, (call, ctx) =>
    receiveReport(ctx, call.body, {
      locale: languageOfHeader(call.headers['accept-language']),
      address: call.address,
    }),
  );
  serve(routes, listReports, (call, ctx) => listReportsFor(ctx, call.actor, call.query));
  serve(routes, readReport, (call, ctx) => readReportFor(ctx, call.actor, call.params.report_id));
  serve(routes, takeDownReported, (call, ctx) =>
    takeDownReportedFor(ctx, call.actor, call.params.report_id, call.body),
  );
  serve(routes, declineReport, (call, ctx) => declineReportFor(ctx, call.actor, call.params.report_id, call.body));
  serve(routes, forwardCounterNotice, (call, ctx) => forwardCounterNoticeFor(ctx, call.actor, call.params.report_id));
  serve(routes, recordCourtAction, (call, ctx) =>
    recordCourtActionFor(ctx, call.actor, call.params.report_id, call.body),
  );
  serve(routes, restoreReported, (call, ctx) => restoreReportedFor(ctx, call.actor, call.params.report_id, call.body));
  serve(routes, listTakedowns, (call, ctx) => listTakedownsFor(ctx, call.actor, call.query));
  serve(routes, takeDown, (call, ctx) => takeDownFor(ctx, call.actor, call.body));
  serve(routes, liftTakedown, (call, ctx) => liftTakedownFor(ctx, call.actor, call.params.takedown_id, call.body));
  serve(routes, listOwnTakedowns, (call, ctx) => listOwnTakedownsOf(ctx, call.actor));
  serve(routes, sendCounterNotice, (call, ctx) =>
    sendCounterNoticeFor(ctx, call.actor, call.params.takedown_id, call.body),
  );
  registerReportPage(routes);
}
