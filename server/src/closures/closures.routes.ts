import { closeAccount, readClosure, requestClosure, undoClosure } from '@vitrine/contract/closures.ts';
import { accessInstallation } from '../operators/operators.access.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { closeAccountFor, readClosureOf, requestClosureOf, undoClosureOf } from './closures.service.ts';

export function registerClosures(routes: Routes): void {
  serve(routes, readClosure, (call, ctx) => readClosureOf(ctx, call.actor));
  serve(routes, requestClosure, (call, ctx) => requestClosureOf(ctx, call.actor, call.body));
  serve(routes, undoClosure, (call, ctx) => undoClosureOf(ctx, call.actor));
  serve(routes, closeAccount, (call, ctx) =>
    closeAccountFor(ctx, accessInstallation(call.actor), call.params.uid, call.body),
  );
}
