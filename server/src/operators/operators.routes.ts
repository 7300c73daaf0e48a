import {
  addBrandOwner,
  changeBrand,
  checkAuditLog,
  createBrand,
  endUserSessions,
  handOverLink,
  listAuditEntries,
  listBrands,
  listMails,
  listUsers,
  readMail,
  readUser,
  resendMail,
  setBrandStatus,
  setUserStatus,
} from '@vitrine/contract/operators.ts';
import { approveBrandReview, listBrandReviews, refuseBrandReview } from '@vitrine/contract/brand-reviews.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { accessInstallation } from './operators.access.ts';
import {
  checkAuditFor,
  createBrandFor,
  handOverLinkFor,
  listAuditFor,
  listBrandsFor,
  listMailsFor,
  listUsersFor,
  readMailFor,
  readUserFor,
  resendMailFor,
  setUserStatusFor,
} from './operators.service.ts';
import { changeBrandFor, setBrandStatusFor } from './brands.service.ts';
import { addBrandOwnerFor } from './owners.service.ts';
import { approveBrandReviewFor, listBrandReviewsFor, refuseBrandReviewFor } from './reviews.service.ts';
import { endSessionsOf } from './oversight.service.ts';
import { registerMailParts } from './preview.ts';

export function registerOperators(routes: Routes): void {
  serve(routes, listUsers, (call, ctx) => listUsersFor(ctx, call.actor, call.query));
  serve(routes, readUser, (call, ctx) => readUserFor(ctx, call.actor, call.params.uid));
  serve(routes, setUserStatus, (call, ctx) => setUserStatusFor(ctx, call.actor, call.params.uid, call.body));
  serve(routes, endUserSessions, (call, ctx) =>
    endSessionsOf(ctx, accessInstallation(call.actor), call.params.uid, call.body),
  );
  serve(routes, listMails, (call, ctx) => listMailsFor(ctx, call.actor, call.query));
  serve(routes, readMail, (call, ctx) => readMailFor(ctx, call.actor, call.params.mail_id));
  serve(routes, handOverLink, (call, ctx) => handOverLinkFor(ctx, call.actor, call.params.mail_id, call.body));
  serve(routes, resendMail, (call, ctx) => resendMailFor(ctx, call.actor, call.params.mail_id));
  serve(routes, listAuditEntries, (call, ctx) => listAuditFor(ctx, call.actor, call.query));
  serve(routes, checkAuditLog, (call, ctx) => checkAuditFor(ctx, call.actor));
  serve(routes, listBrands, (call, ctx) => listBrandsFor(ctx, call.actor));
  serve(routes, createBrand, (call, ctx) => createBrandFor(ctx, call.actor, call.body));
  serve(routes, changeBrand, (call, ctx) => changeBrandFor(ctx, call.actor, call.params.merchant_id, call.body));
  serve(routes, setBrandStatus, (call, ctx) => setBrandStatusFor(ctx, call.actor, call.params.merchant_id, call.body));
  serve(routes, addBrandOwner, (call, ctx) => addBrandOwnerFor(ctx, call.actor, call.params.merchant_id, call.body));
  serve(routes, listBrandReviews, (call, ctx) => listBrandReviewsFor(ctx, call.actor, call.query));
  serve(routes, approveBrandReview, (call, ctx) => approveBrandReviewFor(ctx, call.actor, call.params.review_id));
  serve(routes, refuseBrandReview, (call, ctx) =>
    refuseBrandReviewFor(ctx, call.actor, call.params.review_id, call.body.reason),
  );
  registerMailParts(routes.app, routes.ctx);
}
